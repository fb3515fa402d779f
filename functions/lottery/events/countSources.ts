import type { AsOf } from '../../../shared/chain/chain.ts'
import type { EventReader } from '../../../shared/events/EventList.ts'
import { type Address, toEventSelector } from 'viem'
import { amoeRouterAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../../shared/events/eventsFromNode.ts'
import { usableStanding } from '../../../shared/events/eventsFromIndex.ts'
import { type IndexStanding, newestChain } from '../../../shared/store/indexStandings.ts'
import { AMOE } from '../../../shared/store/streams.ts'
import { logError } from '../../../shared/log/logError.ts'

const settled = () => toEventSelector(amoeRouterAbi[1])
/** The most events counted in blocks that the index does not have yet. */
const MOST = 1000

interface CountedSources {
  readonly sources: { trade: bigint | null; amoe: bigint | null; indexedToBlock: bigint | null }
  /** Why values are null, if the cause is an outage. */
  readonly failure?: string
}

/** The free entries that the log index has by its own block. */
export interface IndexedEntries {
  readonly router: Address
  readonly standing: IndexStanding
  readonly count: number
}

/**
 * Counts what the log index has: beside the read that gives the block, since it is seldom newer. Null if it cannot answer; an
 * outage is a value.
 */
export async function countIndexed(reader: EventReader): Promise<IndexedEntries | null | { readonly error: unknown }> {
  const router = reader.chain.config.contracts.amoeRouter
  if (!router) return null
  try {
    // The stream has no event beyond its standing, which is read in the same call.
    const [standing, count] = await Promise.all([
      usableStanding(reader, [AMOE]),
      countTo(reader, Number.MAX_SAFE_INTEGER),
    ])
    return standing && { router, standing, count }
  } catch (error) {
    return { error }
  }
}

/**
 * How many of these entries the router has settled by this block: as counted by the log index, plus the node's own logs
 * for the blocks that the index does not have yet. `routed`: the manager accepts free entries from no other source, so
 * the rest were bought.
 */
export async function countSources(
  reader: EventReader,
  indexed: Awaited<ReturnType<typeof countIndexed>>,
  { entries, asOf, routed }: { entries: bigint; asOf: AsOf; routed: boolean },
): Promise<CountedSources> {
  try {
    if (indexed && 'error' in indexed) throw indexed.error
    const settled = indexed && (await settledBy(reader, indexed, asOf))
    if (settled === null) return { sources: NOTHING, failure: 'index_not_available' }
    const trade = routed && entries >= settled ? entries - settled : null
    return { sources: { trade, amoe: settled, indexedToBlock: BigInt(asOf.blockNumber) } }
  } catch (error) {
    logError('warn', 'free_entries_uncounted', error)
    return { sources: NOTHING, failure: error instanceof ApiError ? error.code : 'index_not_available' }
  }
}

const NOTHING = { trade: null, amoe: null, indexedToBlock: null }

const countTo = ({ chain, store }: EventReader, block: number): Promise<number> =>
  store.logs.count(newestChain(chain.config.chainId), AMOE, settled(), block)

async function settledBy(
  reader: EventReader,
  { router, standing, count }: IndexedEntries,
  asOf: AsOf,
): Promise<bigint | null> {
  const block = Number(asOf.blockNumber)
  if (standing.block > block) return BigInt(await countTo(reader, block))
  if (standing.block === block) return BigInt(count)
  const since = {
    main: { stream: AMOE, address: router, topics: [settled()] },
    fromBlock: standing.block + 1,
    limit: MOST,
  }
  const rest = await eventsFromNode(reader.chain, since, LOG_BOUNDS, asOf)
  if (rest.truncated || rest.events.length === MOST) throw new ApiError('upstream_failed')
  return BigInt(count + rest.events.length)
}
