import { toEventSelector } from 'viem'
import { amoeRouterAbi } from '../lotteryEventsAbi.ts'
import { ApiError } from '../../../errors/ApiError.ts'
import { eventsFromNode } from '../../../logs/eventsFromNode.ts'
import { usableStanding } from '../../../logs/eventsFromIndex.ts'
import type { EventReader } from '../../../logs/readEvents.ts'
import { AMOE } from '../../../store/streams.ts'
import { logError } from '../../../log/logError.ts'

const SETTLED = toEventSelector(amoeRouterAbi[1])
/** Events of the blocks that the index does not have yet; more of them are not counted. */
const MOST = 1000

interface CountedSources {
  readonly sources: { trade: bigint | null; amoe: bigint | null; indexedToBlock: bigint | null }
  /** Why there are nulls, where that is an outage. */
  readonly failure?: string
}

/**
 * Of so many entries as of a block, how many the router has settled by that block: as the log index counts them, and,
 * for the blocks that it does not have yet, the node's own logs. `routed`: the manager takes free entries from nobody
 * else, so that the rest was bought.
 */
export async function countSources(
  reader: EventReader,
  { entries, block, routed }: { entries: bigint; block: number; routed: boolean },
): Promise<CountedSources> {
  try {
    const settled = await settledBy(reader, block)
    if (settled === null) return { sources: NOTHING, failure: 'index_not_available' }
    const trade = routed && entries >= settled ? entries - settled : null
    return { sources: { trade, amoe: settled, indexedToBlock: BigInt(block) } }
  } catch (error) {
    logError('warn', 'free_entries_uncounted', error)
    return { sources: NOTHING, failure: error instanceof ApiError ? error.code : 'index_not_available' }
  }
}

const NOTHING = { trade: null, amoe: null, indexedToBlock: null }

async function settledBy(reader: EventReader, block: number): Promise<bigint | null> {
  const { chain, store } = reader
  const { amoeRouter } = chain.config.contracts
  const standing = await usableStanding(reader, [AMOE])
  if (!standing || !amoeRouter) return null
  const counted = await store.logs.count(standing.chain, AMOE, SETTLED, Math.min(standing.block, block))
  if (standing.block >= block) return BigInt(counted)
  const rest = await eventsFromNode(chain, {
    main: { stream: AMOE, address: amoeRouter, topics: [SETTLED] },
    fromBlock: standing.block + 1,
    toBlock: block,
    limit: MOST,
  })
  if (rest.truncated || rest.toBlock < block || rest.events.length === MOST) throw new ApiError('upstream_failed')
  return BigInt(counted + rest.events.length)
}
