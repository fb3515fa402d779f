import type { z } from '@hono/zod-openapi'
import type { eventQuery } from '../../../schema/lotteryEvents.ts'
import type { EventPage } from '../../../shared/logs/EventList.ts'
import { readEvents } from '../../../shared/logs/readEvents.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { decodeKeyset, encodeKeyset } from '../../../shared/store/keyset.ts'
import type { LogPosition } from '../../../shared/chain/IndexedLog.ts'
import type { LotteryContext } from '../LotteryContext.ts'
import { topicOf, type Sources } from './eventLists.ts'

/**
 * A page of a list and the cursor of the next one; where the bounds of a fallback ended it, that cursor goes on from there.
 * Throws invalid_request for a cursor that is not of this list or blocks in the wrong order, and what reading logs throws.
 */
export async function readList(
  context: LotteryContext,
  sources: Sources,
  query: z.output<typeof eventQuery>,
): Promise<{ page: EventPage; limit: number; nextCursor: string | null }> {
  const { limit, creatorCoin, fromBlock, toBlock, minBlock } = query
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    throw new ApiError('invalid_request', 'fromBlock: must not be after toBlock')
  const scope = sources.main.stream
  const before = query.cursor === undefined ? undefined : readCursor(scope, query.cursor)
  const wanted = { ...sources, topic1: topicOf(creatorCoin), before, fromBlock, toBlock, limit: limit + 1 }
  const page = await readEvents(context, wanted, minBlock)
  const events = page.events.slice(0, limit)
  const last = page.events.length > limit ? events.at(-1) : undefined
  const end = last ?? (page.truncated ? { blockNumber: page.fromBlock, logIndex: 0 } : undefined)
  return {
    page: { ...page, events },
    limit,
    nextCursor: end ? encodeKeyset(scope, [end.blockNumber, end.logIndex]) : null,
  }
}

function readCursor(scope: string, cursor: string): LogPosition {
  const [blockNumber, logIndex] = decodeKeyset(scope, ['number', 'number'], cursor) ?? []
  if (blockNumber === undefined || logIndex === undefined || blockNumber < 0 || logIndex < 0)
    throw new ApiError('invalid_request', 'cursor: is not a cursor of this list; use nextCursor as it came')
  return { blockNumber, logIndex }
}
