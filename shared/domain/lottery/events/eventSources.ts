import { pad, type Address } from 'viem'
import { amoeRouterAbi, lotteryEntryAbi, lotteryResultAbi, lotteryWinAbi } from '../lotteryEventsAbi.ts'
import type { ChainConfig } from '../../../chain/config.ts'
import { topicsOf } from '../../../logs/decodeEvent.ts'
import type { EventList } from '../../../logs/EventList.ts'
import { lower } from '../../../text/lower.ts'
import { AMOE, LOTTERY_ENTRIES, LOTTERY_RESULTS, LOTTERY_WINS } from '../../../store/streams.ts'

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
