import type { lottery } from '../../schema/lottery.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { classifyEntries } from './events/classifyEntries.ts'
import { decodeEntries } from './events/decodeEntries.ts'
import { entryItem } from './events/entryItem.ts'
import { entrySources } from './events/eventLists.ts'
import { listAnswer } from './events/listAnswer.ts'
import { readList } from './events/readList.ts'
import type { LotteryContext } from './LotteryContext.ts'

/**
 * Entries, newest first, from the lottery manager's LotteryEntryCreated, each with where it came from: by the AMOE
 * router's AmoeEntrySettled, else by its transaction.
 *
 * Throws role_not_configured, invalid_request, and what reading logs throws.
 */
export const listLotteryRecentEntries: Handler<typeof lottery.listLotteryRecentEntries, LotteryContext> = async (
  { query },
  context,
) => {
  const { chain } = context
  const manager = chain.role('lotteryManager')
  const { page, ...rest } = await readList(context, entrySources(manager, chain.config), query)
  const entries = decodeEntries(page.events)
  const sources = await classifyEntries(chain.rpc, entries, {
    manager,
    router: chain.config.contracts.amoeRouter,
    relayers: context.amoeRelayers,
    routerLogs: page.beside,
  })
  const events = entries.map((entry, i) => entryItem(entry, sources[i] ?? 'unknown'))
  return listAnswer({ manager, creatorCoin: query.creatorCoin, page, ...rest, events })
}
