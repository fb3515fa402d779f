import type { IndexStanding } from '../store/indexStandings.ts'
import type { AsOf, BlockPoint } from '../chain/chain.ts'
import type { LogPosition } from '../chain/IndexedLog.ts'
import type { EventList, EventPage, IndexReader } from './EventList.ts'

/**
 * The index answers if its node was looked at this recently, in seconds, and if no more blocks than this are missing.
 */
export const LOOKED = 180
export const BEHIND = 128

/** How far these streams are indexed, or null if that is too far behind to answer from. */
export async function usableStanding(
  { chain, store, now }: IndexReader,
  streams: readonly string[],
): Promise<IndexStanding | null> {
  const standing = await store.logIndex.standing(chain.config.chainId, streams)
  if (!standing || Math.floor(now() / 1000) - standing.checkedAt > LOOKED) return null
  return standing.headNumber - standing.block > BEHIND ? null : standing
}

/** A page from the log index as of the block that all streams of the list have; null if the index cannot answer. */
export async function eventsFromIndex(
  reader: IndexReader,
  list: EventList,
  minBlock: number,
): Promise<EventPage | null> {
  const standing = await usableStanding(reader, streamsOf(list))
  return standing && standing.block >= minBlock ? eventsAt(reader, list, standing) : null
}

/** The streams that a list is read from. */
export const streamsOf = ({ main, beside = [] }: Pick<EventList, 'main' | 'beside'>): string[] =>
  [main, ...beside].map(({ stream }) => stream)

/** A page from the log index as of the block of a standing, which all streams of the list have. */
export async function eventsAt(
  { chain, store }: IndexReader,
  { main, beside = [], topic1, before, fromBlock = 0, toBlock, limit }: EventList,
  standing: IndexStanding,
): Promise<EventPage> {
  const last = Math.min(toBlock ?? standing.block, standing.block)
  const end: LogPosition = { blockNumber: last + 1, logIndex: 0 }
  const query = {
    chain: standing.chain,
    stream: main.stream,
    of: { address: main.address, topic1 },
    before: before && before.blockNumber <= last ? before : end,
    fromBlock,
    limit,
  }
  const streams = beside.map(({ stream }) => stream)
  const [events, others] = await Promise.all([store.logs.page(query), store.logs.beside(query, streams)])
  return {
    events,
    beside: others,
    fromBlock: Math.max(fromBlock, standing.fromBlock),
    toBlock: last,
    truncated: false,
    asOf: indexedAsOf(chain.config.chainId, standing),
  }
}

/** The `asOf` of an answer from the index. */
export const indexedAsOf = (chainId: number, { block, time, headNumber }: IndexStanding): AsOf => ({
  chainId,
  blockNumber: String(block),
  timestamp: time,
  source: 'index',
  behindBlocks: Math.max(0, headNumber - block),
})

/** The block of a standing, for reads of the chain beside it. */
export const pointOf = ({ block, time }: Pick<IndexStanding, 'block' | 'time'>): BlockPoint => ({
  blockNumber: String(block),
  timestamp: time,
})
