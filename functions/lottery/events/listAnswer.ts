import type { Address } from 'viem'
import type { EventLog, EventPage } from '../../../shared/events/EventList.ts'
import type { Entry, EntrySource } from './classifyEntries.ts'

interface List<E> {
  readonly manager: Address
  readonly creatorCoin: Address | undefined
  readonly page: EventPage & { readonly nextCursor: string | null }
  readonly limit: number
  readonly events: E[]
}

export const listAnswer = <E>({ manager, creatorCoin, page, limit, events }: List<E>) => ({
  asOf: page.asOf,
  data: {
    chainId: page.asOf.chainId,
    lotteryManager: manager,
    creatorCoin: creatorCoin ?? null,
    fromBlock: page.fromBlock,
    toBlock: page.toBlock,
    limit,
    dataSource: page.asOf.source === 'index' ? ('index' as const) : ('rpc' as const),
    truncated: page.truncated,
    nextCursor: page.nextCursor,
    events,
  },
})

export const positionOf = ({ blockNumber, logIndex, txHash, blockTime }: EventLog) => ({
  blockNumber,
  logIndex,
  transactionHash: txHash,
  timestamp: blockTime,
})

export const entryItem = ({ log, args }: Entry, entrySource: EntrySource) => ({
  type: 'LotteryEntryCreated' as const,
  entrySource,
  ...positionOf(log),
  creatorCoin: args.token,
  user: args.user,
  swapAmountUsd1e6: String(args.swapAmountUSD),
  winChancePpm: String(args.winChancePPM),
  requestId: String(args.requestId),
})
