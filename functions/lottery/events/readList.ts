import type { z } from '@hono/zod-openapi'
import type { eventQuery } from '../../../schema/lottery/events.ts'
import type { EventPage } from '../../../shared/events/EventList.ts'
import { cutPage, startOf } from '../../../shared/events/logCursor.ts'
import { readEvents } from '../../../shared/events/eventsFromNode.ts'
import type { LotteryContext } from '../LotteryContext.ts'
import { topicOf, type Sources } from './eventSources.ts'

/**
 * A page of a list and the cursor of the next one; if the bounds of a fallback ended the page, the cursor continues
 * from there. Throws invalid_request for a cursor that is not of this list or blocks in the wrong order, and what
 * reading logs throws.
 */
export async function readList(
  context: LotteryContext,
  sources: Sources,
  query: z.output<typeof eventQuery>,
): Promise<{ page: EventPage; limit: number; nextCursor: string | null }> {
  const { limit, creatorCoin, fromBlock, toBlock, minBlock } = query
  const scope = sources.main.stream
  const before = startOf(scope, query)
  const wanted = { ...sources, topic1: topicOf(creatorCoin), before, fromBlock, toBlock, limit: limit + 1 }
  const page = await readEvents(context, wanted, minBlock)
  return { ...cutPage(scope, page, limit), limit }
}
