import type { AsOf, BlockPoint, Chain } from '../chain/chain.ts'
import type { LogPosition } from '../chain/IndexedLog.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { IndexStanding } from '../store/indexStandings.ts'
import { readsAreJoined } from '../store/joinReads.ts'
import { asReached, type LogQuery } from '../store/logs.ts'
import type { EventList, EventLog, EventPage, IndexReader } from './EventList.ts'

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
  const found = await eventsOfIndex(reader, [list])
  const [page] = found?.pages ?? []
  return found && page && found.standing.block >= minBlock ? page : null
}

/**
 * How far the index is, and pages as of the block that all streams of these lists have, in one call: the pages are read up to
 * the block that the same call finds. Without a request it takes two. Null if the index cannot answer.
 */
export async function eventsOfIndex(
  reader: IndexReader,
  lists: readonly EventList[],
): Promise<{ readonly standing: IndexStanding; readonly pages: readonly EventPage[] } | null> {
  const streams = lists.flatMap(streamsOf)
  if (!readsAreJoined()) {
    const known = await usableStanding(reader, streams)
    return known && { standing: known, pages: await Promise.all(lists.map((list) => eventsAt(reader, list, known))) }
  }
  const reached = asReached(reader.chain.config.chainId, streams)
  const [standing, ...read] = await Promise.all([
    usableStanding(reader, streams),
    ...lists.map(async (list) => ({ list, rows: await readRows(reader, list, reached) })),
  ])
  return standing && { standing, pages: read.map(({ list, rows }) => pageAt(reader, list, rows, standing)) }
}

export const streamsOf = ({ main, beside = [] }: Pick<EventList, 'main' | 'beside'>): string[] =>
  [main, ...beside].map(({ stream }) => stream)

/** A page from the log index as of the block of a standing, which all streams of the list have. */
export async function eventsAt(reader: IndexReader, list: EventList, standing: IndexStanding): Promise<EventPage> {
  const toBlock = Math.min(list.toBlock ?? standing.block, standing.block)
  const rows = await readRows(reader, { ...list, toBlock }, { chain: standing.chain })
  return pageAt(reader, list, rows, standing)
}

/** The events of a page, and those beside them. */
async function readRows(
  { store }: IndexReader,
  { main, beside = [], topic1, before, fromBlock = 0, toBlock, limit }: EventList,
  which: Pick<LogQuery, 'chain' | 'reached'>,
): Promise<{ readonly events: readonly EventLog[]; readonly beside: readonly EventLog[] }> {
  const end: LogPosition | undefined = toBlock === undefined ? undefined : { blockNumber: toBlock + 1, logIndex: 0 }
  const query = {
    ...which,
    stream: main.stream,
    of: { address: main.address, topic1 },
    before: before && before.blockNumber <= (toBlock ?? before.blockNumber) ? before : end,
    fromBlock,
    limit,
  }
  const streams = beside.map(({ stream }) => stream)
  const [events, others] = await Promise.all([store.logs.page(query), store.logs.beside(query, streams)])
  return { events, beside: others }
}

const pageAt = (
  { chain }: IndexReader,
  { fromBlock = 0, toBlock }: EventList,
  rows: Pick<EventPage, 'events' | 'beside'>,
  standing: IndexStanding,
): EventPage => ({
  ...rows,
  fromBlock: Math.max(fromBlock, standing.fromBlock),
  toBlock: Math.min(toBlock ?? standing.block, standing.block),
  truncated: false,
  asOf: indexedAsOf(chain.config.chainId, standing),
})

/** The `asOf` of an answer from the index. */
export const indexedAsOf = (
  chainId: number,
  { block, time, headNumber }: Pick<IndexStanding, 'block' | 'time' | 'headNumber'>,
): AsOf => ({
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

/** How often an answer looks whether the index has come to a block, and how long it waits in between. */
const LOOKS = 10
const PAUSE_MS = 200
/** Blocks beyond the last one that the index's job saw that may exist by now, besides what the clock says. */
const AHEAD = 64

interface Waiting {
  readonly chain: Pick<Chain, 'config'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * The standing of the index, once it has reached a block: for answers with a part that the index alone has. It waits for two
 * seconds at most, and not for a block that cannot exist yet. Null if `look` finds that the index cannot be used at all.
 *
 * Throws behind_requested_block, and what `look` throws.
 */
export async function waitForIndex<S extends Pick<IndexStanding, 'block' | 'headNumber' | 'checkedAt'>>(
  { chain, now }: Waiting,
  minBlock: number,
  look: () => Promise<S | null>,
): Promise<S | null> {
  for (let looks = 1; ; looks++) {
    const standing = await look()
    if (!standing || standing.block >= minBlock) return standing
    const sinceLook = Math.max(0, now() - 1000 * standing.checkedAt)
    const newest = standing.headNumber + AHEAD + Math.ceil(sinceLook / Math.max(1, chain.config.blockTimeMs))
    if (looks === LOOKS || minBlock > newest)
      throw new ApiError('behind_requested_block', `the log index has reached block ${standing.block}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
