import * as z from 'zod'
import { artifacts } from './artifacts.ts'
import { AgentJsonPayload, answers } from '../common.ts'
import { FeedbackPayload, FeedbackPayloadRequest } from '../agents/feedbackFile.ts'
import { operation, SECURITY } from '../operation.ts'
import { roles } from '../needs.ts'

const names = (description: string, example: string) => z.array(z.string()).meta({ description, example: [example] })
const words = (description: string, example: string) => z.string().meta({ description, example })

export const FeedbackPayloadDescription = z
  .object({
    operationId: words('Id of the described operation', 'buildSocialFeedbackPayload'),
    endpoint: words('URL of the operation', 'https://api.example.com/api/social/feedback-payload'),
    method: words('HTTP method of the operation', 'POST'),
    authentication: names(
      'Accepted security schemes; each item is sufficient, schemes joined by + are needed together',
      'session',
    ),
    requiredBody: names('Required fields of the body', 'agentId'),
    optionalBody: names('Optional fields of the body', 'reasoning'),
    maxBodyBytes: z.int().meta({ description: 'Maximum size of the body, in bytes', example: 65_536 }),
    standard: words('URL of the standard that defines the file', 'https://eips.ethereum.org/EIPS/eip-8004'),
    canonicalization: words('Canonicalization that turns the file into bytes', 'RFC 8785'),
    hash: words('Hash function of `feedbackHash`, over those bytes', 'keccak256'),
    example: AgentJsonPayload.describe('An example body'),
  })
  .meta({ id: 'FeedbackPayloadDescription' })

/** Files that feedback refers to. */
export const feedbackPayload = {
  describeSocialFeedbackPayload: operation({
    operationId: 'describeSocialFeedbackPayload',
    method: 'get',
    path: '/social/feedback-payload',
    tags: ['social'],
    summary: 'Describe how to build a feedback file',
    description:
      'Returns the body fields, size limit and credentials of buildSocialFeedbackPayload, and an example body. It also says how a feedback file becomes bytes and is hashed.',
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
    summary: 'Build and store a feedback file',
    description:
      'Builds an ERC-8004 feedback file and its hash, stores it, and reads it back. If the storage is unavailable the file and its hash are still returned; see `storageStatus`. Sends nothing to the chain: for the onchain call, send the request in `next` to submitAgentFeedback.',
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
