import type * as z from 'zod'
import type { WalletContext } from '../../../schema/context/walletContext.ts'
import { auctionsOf } from './auctionsOf.ts'
import { agentRoles, agentsOf, rated } from './agentPart.ts'
import { bidActions, bidsOf } from './bidPart.ts'
import { settleActions } from './settleActions.ts'
import type { WalletsContext } from '../context.ts'
import type { Unread } from '../createUnread.ts'
import type { Found } from './Found.ts'
import { loanPart } from './loanPart.ts'
import { lockPart } from './lockPart.ts'
import type { ContextPart, Holdings } from './readHoldings.ts'
import { rolePart } from './rolePart.ts'
import { roomsOf, shareTokensOf } from './roomsOf.ts'
import { MOST_STRATEGIES } from './strategyReads.ts'
import { tokensOf } from './tokensOf.ts'
import { vaultActions } from './vaultActions.ts'
import { votePart } from './votePart.ts'

type Described = Omit<
  z.output<typeof WalletContext>,
  'chainId' | 'asOf' | 'address' | 'index' | 'nextCursor' | 'unread'
>

const MOST_ROOMS = 64

interface Beside {
  readonly context: WalletsContext
  readonly holdings: Holdings
  readonly unread: Unread<ContextPart>
}

/** Everything about a wallet from what was read, and the actions that follow from it, those that are possible first. */
export async function describeWallet(found: Found, { context, holdings, unread }: Beside): Promise<Described> {
  const { reads, config } = found
  const { identityRegistry } = config.contracts
  const auctions = auctionsOf(found)
  const { tokens, isWhole } = tokensOf(found, auctions)
  if (!isWhole) unread.missing('tokens', 'unanswered')
  const lock = unread.take('lock', () => lockPart(found))
  const votes = unread.take('votes', () => votePart(found))
  const loans = unread.take('loans', () => loanPart(found))
  const { roles, actions } = rolePart(found)
  const owned = holdings.agents && unread.take('agents', () => agentsOf(found, holdings.agents ?? []))
  const standing = owned && owned.length > 0 ? await unread.settle('standing', rated(owned, context)) : null
  const agents = standing ?? owned
  const rules = await readRules(found, { context, unread })
  const bids = holdings.bids && bidsOf(found, auctions, holdings.bids)
  const all = [
    ...(lock?.actions ?? []),
    ...(votes?.actions ?? []),
    ...(loans?.actions ?? []),
    ...bidActions(found, auctions),
    ...settleActions(found, auctions, bids ?? []),
    ...vaultActions(found),
    ...actions,
  ]
  if (reads.lanes === null) unread.missing('vaults', 'role_not_configured')
  else if (reads.count === null) unread.missing('vaults', 'unanswered')
  return {
    tokens,
    lock: lock?.lock ?? null,
    votes: votes?.votes ?? null,
    bids,
    loans: loans?.loans.slice() ?? null,
    tickets: holdings.tickets,
    credits: holdings.credits,
    rooms: rules && roomsOf(found, rules.slice(0, MOST_ROOMS)),
    roles: [...roles, ...(identityRegistry && agents ? agentRoles(identityRegistry, agents) : [])],
    agents,
    actions: [...all.filter(({ possible }) => possible), ...all.filter(({ possible }) => !possible)],
    truncated: [
      ...holdings.truncated,
      ...((reads.lanes ?? []).some(({ strategies }) => (strategies.count ?? 0n) > BigInt(MOST_STRATEGIES))
        ? ['strategies' as const]
        : []),
      ...(rules && rules.length > MOST_ROOMS ? ['rooms' as const] : []),
    ],
  }
}

async function readRules(found: Found, { context, unread }: Pick<Beside, 'context' | 'unread'>) {
  if (found.reads.lanes === null) return unread.missing('rooms', 'role_not_configured')
  const tokens = shareTokensOf(found)
  return unread.settle('rooms', context.rules.ofTokens(found.config.chainId, tokens, MOST_ROOMS + 1))
}
