import { z } from '@hono/zod-openapi'
import { artifacts } from './artifacts.ts'
import { AgentJsonPayload, answers } from '../common.ts'
import { FeedbackPayload, FeedbackPayloadRequest } from '../agents/feedbackFile.ts'
import { operation, SECURITY } from '../operation.ts'
import { roles } from '../needs.ts'

const names = (description: string, example: string) => z.array(z.string()).openapi({ description, example: [example] })
const words = (description: string, example: string) => z.string().openapi({ description, example })

export const FeedbackPayloadDescription = z
  .object({
    operationId: words('The operation that is described', 'buildSocialFeedbackPayload'),
    endpoint: words('Its URL', 'https://api.example.com/api/social/feedback-payload'),
    method: words('Its method', 'POST'),
    authentication: names('Security schemes of which one is enough, those joined by + together', 'session'),
    requiredBody: names('Fields that the body must have', 'agentId'),
    optionalBody: names('Fields that it may have', 'reasoning'),
    maxBodyBytes: z.int().openapi({ description: 'The most bytes of the body', example: 65_536 }),
    standard: words('Where the form of the file is written', 'https://eips.ethereum.org/EIPS/eip-8004'),
    canonicalization: words('How the file becomes bytes', 'RFC 8785'),
    hash: words('What feedbackHash is of those bytes', 'keccak256'),
    example: AgentJsonPayload.openapi({ description: 'A body' }),
  })
  .openapi('FeedbackPayloadDescription')

/** Files that feedback refers to. */
export const feedbackPayload = {
  describeSocialFeedbackPayload: operation({
    operationId: 'describeSocialFeedbackPayload',
    method: 'get',
    path: '/social/feedback-payload',
    tags: ['social'],
    summary: 'What the feedback payload takes',
    description:
      'Describes the contract of the feedback payload: the fields of its body, and how its file is hashed and stored. To make one use buildSocialFeedbackPayload.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 300, staleWhileRevalidate: 600 },
    'x-needs': {},
    responses: answers('The description', FeedbackPayloadDescription),
  }),
  buildSocialFeedbackPayload: operation({
    operationId: 'buildSocialFeedbackPayload',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/social/feedback-payload',
    tags: ['social'],
    summary: 'Build and store the file that feedback refers to',
    description:
      'Builds the feedback file of ERC-8004 and its hash, and stores it. The bytes that are stored are those that are hashed, and were read back. Without storage it still answers the file and its hash: storageStatus says so. Nothing goes on chain: for that, send what next names to submitAgentFeedback.',
    'x-limit': 'write',
    'x-answer': 'envelope',
    'x-auth': 'write',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['role_not_configured'],
    security: SECURITY.write,
    'x-needs': roles('identityRegistry'),
    request: { body: { required: true, content: { 'application/json': { schema: FeedbackPayloadRequest } } } },
    responses: answers('The file', FeedbackPayload),
  }),
  ...artifacts,
}
