import { z } from '@hono/zod-openapi'
import { answers, flagInQuery, minBlock } from '../common.ts'
import { agentIdInBody, agentIdInQuery, tagFilter } from '../agents/feedbackParts.ts'
import { operation, optionally, SECURITY } from '../operation.ts'
import { ReputationGraphAnswer } from './reputationGraphAnswers.ts'
import { STORING_NEEDS_A_CREDENTIAL } from '../storage.ts'
import { feedbackNeeds } from '../needs.ts'

const responses = answers('The graph as of one block, and where it is stored', ReputationGraphAnswer)
const errors = ['agent_not_found', 'role_not_configured', 'feedback_index_unavailable'] as const
const [tag1, tag2] = [tagFilter('first'), tagFilter('second')]
const WITH_REVOKED = 'Whether revoked feedback is in the graph, marked; it never counts in the summary'

/** The feedback on an agent as a graph. */
export const reputationGraph = {
  getSocialReputationGraph: operation({
    operationId: 'getSocialReputationGraph',
    method: 'get',
    path: '/social/reputation-graph',
    tags: ['social'],
    summary: 'The feedback on an agent as a graph of clients, feedback and responses',
    description:
      'The agent, its clients, up to 500 pieces of their feedback and the responses to it as nodes and edges, with the mean by the registry’s own rule. Read from the reputation registry (ERC-8004) and the index of its events at one block, the newest that the index has; minBlock waits for a newer one for two seconds at most. While the index cannot be used the graph is without responses, revocations and times, and provenance.indexBlock is null. For feedback as lists and with its documents use getAgentFeedback. With store=true the graph is also stored permanently, once for the same content. ' +
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
        store: flagInQuery(false, 'Store the graph permanently; only this needs a credential'),
        minBlock,
      }),
    },
    responses,
  }),
  postSocialReputationGraph: operation({
    operationId: 'postSocialReputationGraph',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/social/reputation-graph',
    tags: ['social'],
    summary: 'Build the graph of an agent’s feedback, and store it',
    description:
      'The same graph as getSocialReputationGraph, newly read, and stored permanently as canonical JSON (RFC 8785) unless store is false. The same content is stored once: another request is answered with where it is. A storage outage still answers the graph. ' +
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
              includeRevoked: z.boolean().default(true).openapi({ description: WITH_REVOKED }),
              store: z.boolean().default(true).openapi({ description: 'Store the graph' }),
            }),
          },
        },
      },
    },
    responses,
  }),
}
