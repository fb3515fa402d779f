import * as z from 'zod'
import { answers, atOneBlock, EvmAddress, limitInQuery, minBlock } from '../common.ts'
import { addressOrNull, textOrNull, timeOrNull } from '../fields.ts'
import { reads, roles } from '../needs.ts'
import { operation } from '../operation.ts'
import { AgentId, agentIdInQuery } from './feedbackParts.ts'

const RegisteredAgent = z
  .object({
    agentId: AgentId,
    owner: addressOrNull('Owner of the agent at this block; `null` if the registry no longer has the agent'),
    name: z.string().nullable().meta({
      description:
        'Name in the registration file at the agent’s newest URI, as plain text: the agent’s own claim, which is not unique; `null` if this service has not read the file, or it has no name',
      example: 'Lantern',
    }),
    nameReadAt: timeOrNull(
      'When the file was read from another host, ISO 8601; it can have changed since. `null` if the file is within the URI itself, or was not read',
    ),
    registeredAt: z.iso.datetime().describe('Time of the registration, ISO 8601'),
    registeredBlock: z.string().meta({ description: 'Block of the registration', example: '200' }),
  })
  .meta({ id: 'RegisteredAgent' })

export const RegisteredAgents = atOneBlock('RegisteredAgents', {
  identityRegistry: EvmAddress.describe('The identity registry (ERC-8004)'),
  agents: z.array(RegisteredAgent).describe('Newest registration first'),
  count: z.int().describe('Items on this page; can be less than `limit` before the last page'),
  nextCursor: textOrNull('Cursor of the next page; `null` on the last page'),
})

export const agentList = {
  listAgents: operation({
    operationId: 'listAgents',
    method: 'get',
    path: '/v1/agents',
    tags: ['agents'],
    summary: 'List registered agents by id, owner or name',
    description:
      'Returns the agents of the identity registry (ERC-8004), newest first, at the block of the log index. A name is the agent’s own claim. It is known if the registration file is within the URI (`data:`), or a review or verification has read it from its host. For feedback use getAgentFeedback.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 15, staleWhileRevalidate: 45 },
    'x-errors': ['log_index_unavailable', 'role_not_configured', 'store_unavailable'],
    'x-needs': { ...reads, ...roles('identityRegistry') },
    request: {
      query: z.object({
        agentId: agentIdInQuery.optional(),
        owner: EvmAddress.optional().describe('Only agents that this wallet owns, of the 64 that it received last'),
        name: z.string().min(1).max(64).optional().meta({
          description: 'Only agents with this name; case, spaces and letters that look alike make no difference',
          example: 'Lantern',
        }),
        limit: limitInQuery({ of: 'Items per page', max: 50, preset: 20, clamped: true }),
        cursor: z.string().min(1).max(512).optional().meta({
          example: 'WyJhZ2VudHM6e30iLDIwMCwxXQ',
          description: '`nextCursor` of the previous page, with the same filters',
        }),
        minBlock,
      }),
    },
    responses: answers('A page of agents', RegisteredAgents),
  }),
}
