import { type Address, pad } from 'viem'
import type * as z from 'zod'
import type { eventQuery } from '../../../schema/lottery/events.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import {
  amoeRouterAbi,
  lotteryEntryAbi,
  lotteryResultAbi,
  lotteryWinAbi,
} from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { topicsOf } from '../../../shared/events/decodeEvent.ts'
import type { EventList, EventPage } from '../../../shared/events/EventList.ts'
import { readEvents } from '../../../shared/events/eventsFromNode.ts'
import { openEventPage } from '../../../shared/events/openEventPage.ts'
import { AMOE, LOTTERY_ENTRIES, LOTTERY_RESULTS, LOTTERY_WINS } from '../../../shared/store/streams.ts'
import { lower } from '../../../shared/text/address.ts'
import type { LotteryContext } from '../context.ts'

type Sources = Pick<EventList, 'main' | 'beside'>

/** Entries, with the free-entry router's logs in the same blocks. */
export const entrySources = (manager: Address, { contracts: { amoeRouter } }: ChainConfig): Sources => ({
  main: { stream: LOTTERY_ENTRIES, address: manager, topics: topicsOf(lotteryEntryAbi) },
  beside: amoeRouter ? [{ stream: AMOE, address: amoeRouter, topics: topicsOf(amoeRouterAbi) }] : [],
})

/** Wins, with the results and payments in the same blocks. */
export const winSources = (manager: Address): Sources => ({
  main: { stream: LOTTERY_WINS, address: manager, topics: topicsOf(lotteryWinAbi) },
  beside: [{ stream: LOTTERY_RESULTS, address: manager, topics: topicsOf(lotteryResultAbi) }],
})

/** An address as an indexed argument appears in a log. */
const topicOf = (address: Address | undefined) => address && pad(lower(address))

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
