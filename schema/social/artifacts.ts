import * as z from 'zod'
import { AgentJsonPayload } from '../common.ts'
import { bytes } from '../fields.ts'
import { operation } from '../operation.ts'

const Sha256 = z
  .string()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be a SHA-256: 64 hex digits')
  .transform((text) => text.slice(-64).toLowerCase())
  .meta({
    pattern: '^(0x)?[0-9a-fA-F]{64}$',
    description: 'SHA-256 of the bytes, 64 hex digits',
    example: 'd2b1a7a5b0d1e6c5a53fd2d5ac1a9b4e5b0bd1f9c0a6b7e9f3d9f0d1c2b3a495',
  })

/** Stored documents about agents, by the hash of their bytes. */
export const artifacts = {
  getSocialArtifact: operation({
    operationId: 'getSocialArtifact',
    method: 'get',
    path: '/social/artifacts/{sha256}',
    tags: ['social'],
    summary: 'Get a stored document or picture by its SHA-256',
    description:
      'Returns the bytes as they were stored: feedback files, registration files, reputation graphs, pictures. Their hash is checked before they are served, so they never change. The keccak-256 of a feedback file is its `feedbackHash`. buildSocialFeedbackPayload stores feedback files.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': { sMaxAge: 31_536_000, staleWhileRevalidate: 31_536_000 },
    'x-errors': ['artifact_not_found', 'store_unavailable'],
    'x-needs': {},
    'x-after': 'buildSocialFeedbackPayload',
    request: { params: z.object({ sha256: Sha256 }) },
    responses: {
      200: {
        description: 'The stored bytes, with their stored content type',
        content: {
          'application/json': { schema: AgentJsonPayload.describe('A JSON document') },
          'image/png': bytes('PNG'),
          'image/jpeg': bytes('JPEG'),
          'image/gif': bytes('GIF'),
          'image/webp': bytes('WebP'),
          'application/octet-stream': bytes('Any other content type, served as a download'),
        },
      },
    },
  }),
}
