import type { creators } from '../../../schema/agents/creators.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { decodeKeyset, encodeKeyset } from '../../../shared/store/keyset.ts'
import type { IdentityContext } from './IdentityContext.ts'
import { agentFields } from './creators/agentFields.ts'

/**
 * Creators' agents in pages, from the store: those listed publicly, or all of them for an administrator. Throws
 * invalid_request for a cursor that is not one of the same list.
 */
export const listCreatorAgents: Handler<typeof creators.listCreatorAgents, IdentityContext> = async (
  { query: { limit = 50, listed, cursor, creatorAddress } },
  context,
) => {
  // The pipeline has made sure that only an administrator asks for all.
  const scope = listed ? 'creator agents' : 'all creator agents'
  const after = cursor === undefined ? undefined : decodeKeyset(scope, ['number', 'string'], cursor)
  if (after === null) throw new ApiError('invalid_request', 'cursor: is not a nextCursor of this list')
  const found = await context.creators.list({ all: !listed, creator: creatorAddress, after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    data: {
      count: page.length,
      agents: page.map(agentFields),
      nextCursor: last ? encodeKeyset(scope, [last.createdAt, last.creatorAddress.toLowerCase()]) : null,
    },
  }
}
