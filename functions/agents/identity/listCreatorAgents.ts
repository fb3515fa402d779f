import { openPage } from '../../../shared/store/openPage.ts'
import type { IdentityHandler } from './context.ts'
import { agentFields } from './creators/agentFields.ts'

/**
 * Creators' agents in pages, from the store: those listed publicly, or all of them for an administrator. Throws
 * invalid_request for a cursor that is not one of the same list.
 */
export const listCreatorAgents: IdentityHandler<'listCreatorAgents'> = async (
  { query: { listed, creatorAddress, ...query } },
  context,
) => {
  // The pipeline has made sure that only an administrator asks for all.
  const page = openPage(listed ? 'creator agents' : 'all creator agents', ['number', 'string'], query)
  const found = await context.creators.list({ all: !listed, creator: creatorAddress, ...page })
  const { rows, nextCursor } = page.cut(found, (agent) => [agent.createdAt, agent.creatorAddress.toLowerCase()])
  return { data: { count: rows.length, agents: rows.map(agentFields), nextCursor } }
}
