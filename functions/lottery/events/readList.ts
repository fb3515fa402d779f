import type * as z from 'zod'
import type { eventQuery } from '../../../schema/lottery/events.ts'
import type { EventPage } from '../../../shared/events/EventList.ts'
import { openEventPage } from '../../../shared/events/openEventPage.ts'
import { readEvents } from '../../../shared/events/eventsFromNode.ts'
import type { LotteryContext } from '../context.ts'
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
): Promise<EventPage & { readonly nextCursor: string | null }> {
  const page = openEventPage(sources.main.stream, query)
  const wanted = { ...sources, ...page, topic1: topicOf(query.creatorCoin) }
  return page.cut(await readEvents(context, wanted, query.minBlock))
}
