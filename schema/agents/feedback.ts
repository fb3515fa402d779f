import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, flagInQuery, minBlock, queryInteger } from '../common.ts'
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
    summary: 'Feedback on an agent',
    description:
      'Feedback that clients gave an agent in the reputation registry (ERC-8004), as mode says: summary is the mean of what was not revoked, with how many clients are behind it; all lists it; single is one piece, named by agent, client and index, with its document compared to its hash; indexed is a sorted page of the index with the same. summary, all and single read the registry at one block, single at the newest that the index has; what is too much for one read comes from the index, and asOf says so. A mean that does not fit the registry’s int128 is given exactly here, while getSummary itself returns its lowest 128 bits, which is another number. For a graph of clients and feedback use getSocialReputationGraph.',
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
          .openapi({ description: 'Shape of the answer' }),
        client: EvmAddress.optional().openapi({
          description:
            'Only feedback of this client. Required with mode=single: the registry counts feedbackIndex for each client (ERC-8004), so the index alone names nothing',
        }),
        tag1: tagFilter('first'),
        tag2: tagFilter('second'),
        includeRevoked: flagInQuery(
          false,
          'With mode all and indexed: revoked feedback too. It never counts in a summary, and single always answers it.',
        ),
        feedbackIndex: queryInteger({
          min: 0,
          example: 1,
          description:
            'Required with mode=single: which feedback of this client on this agent, counted from 1 for each client; there is no 0',
        }).optional(),
        limit: queryInteger({
          min: 0,
          max: 200,
          example: 50,
          description: 'Page size of mode=indexed; 50 by default',
        }).optional(),
        offset: queryInteger({
          min: 0,
          max: 10_000,
          example: 0,
          description: 'Entries that mode=indexed skips',
        }).optional(),
        orderBy: z.enum(['created_at', 'value']).default('created_at').openapi({
          description: 'What mode=indexed sorts by: when it was given, or the rating, value / 10^valueDecimals',
        }),
        order: z.enum(['asc', 'desc']).default('desc').openapi({ description: 'Direction of mode=indexed' }),
        checkHashes: flagInQuery(
          true,
          'With mode single and indexed: read up to eight documents that were not compared to their hashes yet',
        ),
        minBlock,
      }),
    },
    responses: answers('The feedback as of one block, in the shape of the mode', AgentFeedback),
  }),
}
