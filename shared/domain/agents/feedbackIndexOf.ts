import type { AsOf } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { EventReader } from '../../events/EventList.ts'
import { BEHIND, usableStanding, waitForIndex } from '../../events/eventsFromIndex.ts'
import { logError } from '../../log/logError.ts'
import type { FeedbackOf, FeedbackRows, WholeBlock } from '../../store/feedbackRows.ts'
import type { IndexStanding } from '../../store/indexStandings.ts'
import { stored } from '../../store/stored.ts'
import { REPUTATION } from '../../store/streams.ts'

/** Dependencies of reading feedback. */
export interface FeedbackReader extends EventReader {
  readonly feedback: FeedbackRows
}

/** The index of one agent's feedback: what its rows are found by, and the `asOf` of an answer from them. */
export interface FeedbackIndex {
  readonly of: FeedbackOf
  /** Null if the rows are too old to answer from, or were of no block. */
  asOf(rows: WholeBlock | null): AsOf | null
}

/** Null if the log index is behind, or was not looked at for minutes. Throws if the store cannot be read. */
export async function feedbackIndexOf(
  reader: EventReader,
  agentId: bigint,
  minBlock = 0,
): Promise<FeedbackIndex | null> {
  const standing = await usableStanding(reader, [REPUTATION])
  return standing && feedbackIndexAt(reader, standing, agentId, minBlock)
}

/** The same as far as it is known to be. */
export function feedbackIndexAt(
  { chain: { config, role } }: Pick<EventReader, 'chain'>,
  { chain, headNumber }: Pick<IndexStanding, 'chain' | 'headNumber'>,
  agentId: bigint,
  minBlock = 0,
): FeedbackIndex {
  return {
    of: { chain, registry: role('reputationRegistry'), agentId: String(agentId) },
    asOf(rows) {
      if (!rows || rows.block < minBlock || headNumber - rows.block > BEHIND) return null
      return {
        chainId: config.chainId,
        blockNumber: String(rows.block),
        timestamp: rows.time,
        source: 'index',
        behindBlocks: Math.max(0, headNumber - rows.block),
      }
    },
  }
}

/**
 * How far the index of feedback is, once it has come to a block; null if it cannot be used. Throws behind_requested_block,
 * store_unavailable, role_not_configured.
 */
export const reachFeedback = (reader: FeedbackReader, minBlock: number): Promise<IndexStanding | null> =>
  waitForIndex(reader, minBlock, async () => {
    const registry = reader.chain.role('reputationRegistry')
    const [standing, rows] = await Promise.all([
      stored(() => usableStanding(reader, [REPUTATION])),
      stored(() => reader.feedback.reached(reader.chain.config.chainId, registry)),
    ])
    const isUsable = standing && rows?.chain === standing.chain && standing.headNumber - rows.block <= BEHIND
    return isUsable ? { ...standing, block: rows.block, time: rows.time } : null
  })

/** The result of a read of the index that an answer can do without: null if the store cannot be read. */
export const ifReadable = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'behind_requested_block') throw error
    logError('warn', 'log_index_unreadable', error)
    return null
  })
