import * as z from 'zod'
import { answers, EvmAddress, flagInQuery, limitInQuery, minBlock, queryInteger } from '../common.ts'
import { AgentFeedback } from './feedbackAnswers.ts'
import { agentIdInQuery, tagFilter } from './feedbackParts.ts'
import { operation } from '../operation.ts'
import { feedbackNeeds } from '../needs.ts'

/** Feedback on agents, as it was given. */
export const agentFeedback = {
  getAgentFeedback: operation({
    operationId: 'getAgentFeedback',
    method: 'get',
    path: '/v1/agents/feedback',
    tags: ['agents'],
    summary: 'Get feedback on an agent',
    description:
      'Returns feedback on an agent in the reputation registry (ERC-8004), in the shape of `mode`. The registry is read at one block; feedback that is too large for one read comes from the log index (`asOf.source` is then `index`). For a graph of clients and feedback use getSocialReputationGraph.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 60 },
    'x-errors': [
      'agent_not_found',
      'feedback_not_found',
      'feedback_index_unavailable',
      'store_unavailable',
      'role_not_configured',
    ],
    'x-needs': feedbackNeeds,
    request: {
      query: z.object({
        agentId: agentIdInQuery,
        mode: z
          .enum(['summary', 'all', 'single', 'indexed'])
          .default('summary')
          .describe(
            '`summary`: mean of the feedback that is not revoked, and number of clients; `all`: at most 500 entries; `single`: entry `feedbackIndex` of `client`, its feedback file checked against its hash, as of the newest block of the log index; `indexed`: pages of the log index, sorted, with the same check.',
          ),
        client: EvmAddress.optional().describe(
          'Only feedback of this client. Required, if several clients have that entry, with mode=single: the registry counts feedbackIndex for each client (ERC-8004)',
        ),
        tag1: tagFilter('first'),
        tag2: tagFilter('second'),
        includeRevoked: flagInQuery(
          false,
          'With `mode=all` and `mode=indexed`: also returns revoked feedback. A summary never counts it; `mode=single` always returns it.',
        ),
        feedbackIndex: queryInteger({
          min: 0,
          example: 1,
          description: 'Required with `mode=single`: number of the client’s feedback on this agent, from 1',
        }).optional(),
        limit: limitInQuery({ of: 'Entries per page of `mode=indexed`', max: 200, preset: 50 }),
        offset: queryInteger({
          min: 0,
          max: 10_000,
          example: 0,
          description: 'Entries that `mode=indexed` skips',
        }).optional(),
        orderBy: z
          .enum(['created_at', 'value'])
          .default('created_at')
          .describe('Sort key of `mode=indexed`: `created_at`, or the rating `value / 10^valueDecimals`'),
        order: z.enum(['asc', 'desc']).default('desc').describe('Sort direction of `mode=indexed`'),
        checkHashes: flagInQuery(
          true,
          'With `mode=single` and `mode=indexed`: checks up to eight feedback files that were not yet compared to their hashes',
        ),
        minBlock,
      }),
    },
    responses: answers('The feedback as of one block, in the shape of `mode`', AgentFeedback),
  }),
}
