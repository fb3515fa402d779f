import type * as z from 'zod'
import { FeedbackPayloadRequest } from '../../schema/agents/feedbackFile.ts'
import { feedbackPayload } from '../../schema/social/feedbackPayload.ts'
import type { SocialHandler } from './context.ts'

const operation = feedbackPayload.buildSocialFeedbackPayload

const EXAMPLE: z.input<typeof FeedbackPayloadRequest> = {
  agentId: 0,
  value: '9977',
  valueDecimals: 2,
  tag1: 'uptime',
  tag2: '30d',
  endpoint: 'https://agent.example.com/mcp',
  capability: 'tools',
  name: 'get_report',
  reasoning: 'Answered 9 977 of 10 000 requests',
  createdAt: '2026-11-20T10:00:00Z',
}

/** Describes the input of buildSocialFeedbackPayload, from its own contract. */
export const describeSocialFeedbackPayload: SocialHandler<'describeSocialFeedbackPayload'> = async (_, { baseUrl }) => {
  const fields = Object.entries(FeedbackPayloadRequest.shape)
  const named = (isOptional: boolean) =>
    fields.flatMap(([name, schema]) => (schema.safeParse(undefined).success === isOptional ? [name] : []))
  return {
    data: {
      operationId: operation.operationId,
      endpoint: `${baseUrl}${operation.path}`,
      method: operation.method.toUpperCase(),
      authentication: operation.security.map((together) => Object.keys(together).join('+')),
      requiredBody: named(false),
      optionalBody: named(true),
      maxBodyBytes: operation['x-body'].bound,
      standard: 'https://eips.ethereum.org/EIPS/eip-8004',
      canonicalization: 'RFC 8785',
      hash: 'keccak256',
      example: { ...EXAMPLE },
    },
  }
}
