import { ApiError } from '../../../shared/errors/ApiError.ts'
import { readMemberships } from './membership/readMemberships.ts'
import { openPage } from '../../../shared/store/openPage.ts'
import type { RoomRule, RoomRuleStore } from '../../../shared/store/roomRules.ts'
import type { RoomsHandler } from './context.ts'

/** Share tokens per page. */
const TOKENS = 24

/**
 * The rooms that have rules, of one share token or of 24 a page, and whether a wallet may enter them: balances, vaults
 * and their owners from one chain read; how long shares have been held from the log index, and what that does not have
 * yet from a node. The answer depends on the block alone, its time included.
 *
 * Throws invalid_request for a cursor that is not one, hold_time_unreadable, store_unavailable, and what a chain read
 * throws.
 */
export const getAgentCapabilities: RoomsHandler<'getAgentCapabilities'> = async (
  { query: { wallet, shareToken, cursor } },
  { chain, rooms },
) => {
  if (shareToken !== undefined && cursor !== undefined)
    throw new ApiError('invalid_request', 'cursor: must not be combined with shareToken')
  const { chainId } = chain.config
  const { rules, nextCursor } = shareToken
    ? { rules: await rooms.reader.rules.ofToken(chainId, shareToken), nextCursor: null }
    : await pageOf(rooms.reader.rules, chainId, cursor)
  const { memberships, asOf } = await readMemberships(rooms.reader, { wallet, rules, shareToken })
  return {
    asOf,
    data: {
      schema: 'agent-capability-response-v1',
      chainId,
      wallet,
      resolverVersion: 1,
      issuedAt: new Date(asOf.timestamp * 1000).toISOString(),
      memberships,
      nextCursor,
    },
  }
}

async function pageOf(
  store: RoomRuleStore,
  chainId: number,
  cursor: string | undefined,
): Promise<{ rules: readonly RoomRule[]; nextCursor: string | null }> {
  const page = openPage('capabilities', ['string'], { cursor, limit: TOKENS })
  const rules = await store.ofTokensAfter(chainId, page.after?.[0] ?? '', page.limit)
  const tokens = [...new Set(rules.map((rule) => rule.shareToken))]
  const { rows, nextCursor } = page.cut(tokens, (token) => [token])
  return { rules: rules.filter((rule) => rows.includes(rule.shareToken)), nextCursor }
}
