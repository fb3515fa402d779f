import type * as z from 'zod'
import type { Address } from 'viem'
import type { CONTEXT_PARTS } from '../../../schema/context/walletContext.ts'
import type { WalletCredits, WalletTickets } from '../../../schema/context/walletParts.ts'
import type { IndexStanding } from '../../../shared/store/indexStandings.ts'
import { AUCTION_BIDS, IDENTITY, LOTTERY_ENTRIES } from '../../../shared/store/streams.ts'
import type { WalletsContext } from '../context.ts'
import { type Unread } from '../createUnread.ts'
import { NotRead } from '../NotRead.ts'
import { readIndexed } from '../readIndexed.ts'
import { creditFields } from '../../../shared/domain/lottery/amoe/credits.ts'
import { lotteryEntryAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { WalletLog } from '../store/walletLogs.ts'

/** Tickets that are counted, and that are described. */
export const [MOST_TICKETS, NEWEST_TICKETS] = [1000, 5]

/** Lottery entries of a wallet, from their events. */
const ticketsOf = ({
  newest,
  count,
}: {
  readonly newest: readonly WalletLog[]
  readonly count: number
}): z.output<typeof WalletTickets> => ({
  count: Math.min(count, MOST_TICKETS),
  isExact: count <= MOST_TICKETS,
  newest: newest.flatMap((log) => {
    const entry = decodeEvent(lotteryEntryAbi, log)
    if (!entry) return []
    const { token, swapAmountUSD, winChancePPM, requestId } = entry.args
    return [
      {
        requestId: String(requestId),
        creatorCoin: token,
        amountUsd: String(swapAmountUSD),
        winChancePpm: String(winChancePPM),
        blockNumber: String(log.blockNumber),
        timestamp: log.blockTime,
      },
    ]
  }),
})

export type ContextPart = (typeof CONTEXT_PARTS)[number]

const [MOST_BIDS, MOST_AGENTS] = [24, 16]
/** Auctions of these bids that are read. */
const MOST_AUCTIONS = 8

/** Stored facts about a wallet, read before the chain; null if unreadable. */
export interface Holdings {
  readonly bids: readonly { readonly auction: Address; readonly bidId: bigint }[] | null
  readonly agents: readonly bigint[] | null
  readonly tickets: z.output<typeof WalletTickets> | null
  readonly credits: z.output<typeof WalletCredits> | null
  /** Lists that are longer than this. */
  readonly truncated: readonly ('bids' | 'agents')[]
  /** How far the index is that named them; null if it named nothing. */
  readonly standing: IndexStanding | null
}

interface Lookup {
  readonly wallet: Address
  readonly minBlock: number
  readonly unread: Unread<ContextPart>
}

/** Reads which bids, agents and tickets a wallet has, from the log index, and its credits, all at once. */
export async function readHoldings(context: WalletsContext, { wallet, minBlock, unread }: Lookup): Promise<Holdings> {
  const { walletLogs, agentFiles, chain } = context
  const role = (name: 'identityRegistry' | 'lotteryManager') => {
    const address = chain.config.contracts[name]
    if (!address) throw new NotRead('role_not_configured')
    return address
  }
  const query = ({ chain: id, block }: IndexStanding, limit: number) => ({ chain: id, wallet, toBlock: block, limit })
  const [bids, agents, tickets, credits] = await Promise.all([
    unread.settle(
      'bids',
      readIndexed(context, AUCTION_BIDS, minBlock, (at) => walletLogs.bids(query(at, MOST_BIDS + 1))),
    ),
    unread.settle(
      'agents',
      readIndexed(context, IDENTITY, minBlock, (at) =>
        agentFiles.ofOwner({ ...query(at, MOST_AGENTS + 1), registry: role('identityRegistry') }, wallet),
      ),
    ),
    unread.settle(
      'tickets',
      readIndexed(context, LOTTERY_ENTRIES, minBlock, (at) =>
        walletLogs.tickets(role('lotteryManager'), { ...query(at, NEWEST_TICKETS), most: MOST_TICKETS + 1 }),
      ),
    ),
    unread.settle('credits', creditsOf(wallet, context)),
  ])
  const auctions = [...new Set((bids?.value ?? []).map(({ auction }) => auction))].slice(0, MOST_AUCTIONS)
  const shown = bids?.value.slice(0, MOST_BIDS).filter(({ auction }) => auctions.includes(auction))
  const standings = [bids, agents, tickets].flatMap((one) => one?.standing ?? [])
  return {
    bids: shown ?? null,
    agents: agents?.value.slice(0, MOST_AGENTS) ?? null,
    tickets: tickets && ticketsOf(tickets.value),
    credits,
    truncated: [
      ...(bids && shown && shown.length < bids.value.length ? ['bids' as const] : []),
      ...(agents && agents.value.length > MOST_AGENTS ? ['agents' as const] : []),
    ],
    standing: standings.toSorted((a, b) => a.block - b.block)[0] ?? null,
  }
}

/** The credits of a wallet's account, as getAmoeCredits answers anybody. Throws store_unavailable. */
async function creditsOf(
  wallet: Address,
  { accounts, standing }: Pick<WalletsContext, 'accounts' | 'standing'>,
): Promise<z.output<typeof WalletCredits>> {
  const account = await accounts.findByWallet(wallet)
  const own = account && (await standing(account.profileId, wallet))
  const { credits, entriesAvailable } = creditFields(own?.units ?? 0)
  return {
    credits,
    entriesAvailable,
    accountRequired: account === null,
    pendingEntries: own?.pending.entries ?? 0,
  }
}
