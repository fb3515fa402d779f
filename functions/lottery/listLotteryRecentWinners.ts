import type { LotteryHandler } from './context.ts'
import { readList, winSources } from './events/eventSources.ts'
import { listAnswer } from './events/listAnswer.ts'
import { winItems } from './events/winItems.ts'

/**
 * Wins, newest first, from the lottery manager's LotteryWinner and MultiTokenJackpotWon, with the amounts from
 * LotteryResultProcessed.
 *
 * Throws role_not_configured, invalid_request, and what reading logs throws.
 */
export const listLotteryRecentWinners: LotteryHandler<'listLotteryRecentWinners'> = async ({ query }, context) => {
  const manager = context.chain.role('lotteryManager')
  const page = await readList(context, winSources(manager), query)
  const events = winItems(page.events, page.beside)
  return listAnswer({ manager, creatorCoin: query.creatorCoin, page, limit: query.limit, events })
}
