import * as z from 'zod'
import { answers, flagInQuery, minBlock } from '../common.ts'
import { agentIdInBody, agentIdInQuery, tagFilter } from '../agents/feedbackParts.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { ReputationGraphAnswer } from './reputationGraphAnswers.ts'
import { STORING_NEEDS_A_CREDENTIAL } from '../storage.ts'
import { feedbackNeeds } from '../needs.ts'

const graphAnswers = answers('The graph as of one block, and where it is stored', ReputationGraphAnswer)
const errors = ['agent_not_found', 'role_not_configured', 'feedback_index_unavailable'] as const
const [tag1, tag2] = [tagFilter('first'), tagFilter('second')]
const WITH_REVOKED = 'Whether the graph contains revoked feedback, marked as such; the summary never counts it'

/** The feedback on an agent as a graph. */
export const reputationGraph = {
  getSocialReputationGraph: operation({
    operationId: 'getSocialReputationGraph',
    method: 'get',
    path: '/social/reputation-graph',
    tags: ['social'],
    summary: 'Get an agent’s feedback as a graph',
    description:
      'Returns an agent, its clients, at most 500 feedback entries and their responses, as of one block. If the log index is unavailable, responses, revocations and times are missing. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'read',
    'x-auth-when': { query: 'store', auth: 'write', limit: 'write' },
    security: optionally('write'),
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': errors,
    'x-needs': feedbackNeeds,
    request: {
      query: z.object({
        agentId: agentIdInQuery,
        tag1,
        tag2,
        includeRevoked: flagInQuery(true, WITH_REVOKED),
        store: flagInQuery(
          false,
          'Also store the graph permanently as canonical JSON (RFC 8785), once per content; needs a credential',
        ),
        minBlock,
      }),
    },
    responses: graphAnswers,
  }),
  postSocialReputationGraph: operation({
    operationId: 'postSocialReputationGraph',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/social/reputation-graph',
    tags: ['social'],
    summary: 'Build and store the graph of an agent’s feedback',
    description:
      'Reads the graph of getSocialReputationGraph again and stores it as canonical JSON (RFC 8785), once per content. If storing fails, the graph is still returned. ' +
      STORING_NEEDS_A_CREDENTIAL,
    'x-limit': 'write',
    'x-auth': 'write',
    security: SECURITY.write,
    'x-body': { bound: 16_384, kind: 'object' },
    'x-answer': 'envelope',
    'x-errors': errors,
    'x-needs': feedbackNeeds,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              agentId: agentIdInBody,
              tag1,
              tag2,
              includeRevoked: z.boolean().default(true).describe(WITH_REVOKED),
              store: z.boolean().default(true).describe('Store the graph permanently; false only reads it'),
            }),
          },
        },
      },
    },
    responses: graphAnswers,
  }),
}
