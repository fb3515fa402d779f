import type { AsOf } from '../../../shared/chain/chain.ts'
import type { EventReader } from '../../../shared/events/EventList.ts'
import { toEventSelector } from 'viem'
import { amoeRouterAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../../shared/events/eventsFromNode.ts'
import { usableStanding } from '../../../shared/events/eventsFromIndex.ts'
import { newestChain } from '../../../shared/store/indexStandings.ts'
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

/**
 * How many of these entries the router has settled by this block: as counted by the log index, plus the node's own logs
 * for the blocks that the index does not have yet. `routed`: the manager accepts free entries from no other source, so
 * the rest were bought.
 */
export async function countSources(
  reader: EventReader,
  { entries, asOf, routed }: { entries: bigint; asOf: AsOf; routed: boolean },
): Promise<CountedSources> {
  try {
    const settled = await settledBy(reader, asOf)
    if (settled === null) return { sources: NOTHING, failure: 'index_not_available' }
    const trade = routed && entries >= settled ? entries - settled : null
    return { sources: { trade, amoe: settled, indexedToBlock: BigInt(asOf.blockNumber) } }
  } catch (error) {
    logError('warn', 'free_entries_uncounted', error)
    return { sources: NOTHING, failure: error instanceof ApiError ? error.code : 'index_not_available' }
  }
}

const NOTHING = { trade: null, amoe: null, indexedToBlock: null }

async function settledBy(reader: EventReader, asOf: AsOf): Promise<bigint | null> {
  const block = Number(asOf.blockNumber)
  const { chain, store } = reader
  const { amoeRouter } = chain.config.contracts
  if (!amoeRouter) return null
  // The stream has no event beyond its standing, which is read in the same call.
  const [standing, counted] = await Promise.all([
    usableStanding(reader, [AMOE]),
    store.logs.count(newestChain(chain.config.chainId), AMOE, settled(), block),
  ])
  if (!standing) return null
  if (standing.block >= block) return BigInt(counted)
  const since = {
    main: { stream: AMOE, address: amoeRouter, topics: [settled()] },
    fromBlock: standing.block + 1,
    limit: MOST,
  }
  const rest = await eventsFromNode(chain, since, LOG_BOUNDS, asOf)
  if (rest.truncated || rest.events.length === MOST) throw new ApiError('upstream_failed')
  return BigInt(counted + rest.events.length)
}
