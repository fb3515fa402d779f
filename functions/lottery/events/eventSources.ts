import { pad, type Address } from 'viem'
import {
  amoeRouterAbi,
  lotteryEntryAbi,
  lotteryResultAbi,
  lotteryWinAbi,
} from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { topicsOf } from '../../../shared/events/decodeEvent.ts'
import type { EventList } from '../../../shared/events/EventList.ts'
import { lower } from '../../../shared/text/address.ts'
import { AMOE, LOTTERY_ENTRIES, LOTTERY_RESULTS, LOTTERY_WINS } from '../../../shared/store/streams.ts'

/** The events of a list, and those read along with them. */
export type Sources = Pick<EventList, 'main' | 'beside'>

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
export const topicOf = (address: Address | undefined) => address && pad(lower(address))
