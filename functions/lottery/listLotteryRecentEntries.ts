import type { lottery } from '../../schema/lottery/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { classifyEntries, undecidedTransactions } from './events/classifyEntries.ts'
import { decodeEntries } from './events/decodeEntries.ts'
import { entryItem } from './events/entryItem.ts'
import { entrySources } from './events/eventSources.ts'
import { listAnswer } from './events/listAnswer.ts'
import { readEvidence } from './events/readEvidence.ts'
import { readList } from './events/readList.ts'
import type { LotteryContext } from './context.ts'

/**
 * Entries, newest first, from the lottery manager's LotteryEntryCreated, each with its source: from the AMOE router's
 * AmoeEntrySettled, else from its transaction. If that cannot be read it is `unknown`, and `missing` says why.
 *
 * Throws role_not_configured, invalid_request, and what reading logs throws.
 */
export const listLotteryRecentEntries: Handler<typeof lottery.listLotteryRecentEntries, LotteryContext> = async (
  { query },
  context,
) => {
  const { chain } = context
  const manager = chain.role('lotteryManager')
  const page = await readList(context, entrySources(manager, chain.config), query)
  const entries = decodeEntries(page.events)
  const ways = {
    manager,
    router: chain.config.contracts.amoeRouter,
    relayers: context.amoeRelayers,
    routerLogs: page.beside,
  }
  const { failure = 'transactions_not_readable', ...evidence } = await readEvidence(
    chain,
    manager,
    undecidedTransactions(entries, ways),
    page.asOf,
  )
  const sources = classifyEntries(entries, ways, evidence)
  const events = entries.map((entry, i) => entryItem(entry, sources[i] ?? 'unknown'))
  const { asOf, data } = listAnswer({ manager, creatorCoin: query.creatorCoin, page, limit: query.limit, events })
  const partial = sources.includes('unknown')
  return { asOf, data: { ...data, missing: partial ? { entrySource: failure } : {} }, partial }
}
