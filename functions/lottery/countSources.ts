import { toEventSelector } from 'viem'
import { amoeRouterAbi } from '../../shared/abi/lotteryEvents.ts'
import { usableStanding } from '../../shared/logs/eventsFromIndex.ts'
import type { EventReader } from '../../shared/logs/readEvents.ts'
import { AMOE } from '../../shared/store/streams.ts'

const SETTLED = toEventSelector(amoeRouterAbi[1])

/** Of so many entries, how many were free, as far as the log index knows, and how many were not; nulls without it. */
export async function countSources(
  reader: EventReader,
  entries: bigint,
): Promise<{ trade: string | null; amoe: string | null; indexedToBlock: string | null }> {
  try {
    const standing = await usableStanding(reader, [AMOE])
    if (standing) {
      const amoe = BigInt(await reader.store.logs.count(standing.chain, AMOE, SETTLED, standing.block))
      const trade = entries > amoe ? entries - amoe : 0n
      return { trade: String(trade), amoe: String(amoe), indexedToBlock: String(standing.block) }
    }
  } catch (error) {
    console.error('the log index cannot be read', error)
  }
  return { trade: null, amoe: null, indexedToBlock: null }
}
