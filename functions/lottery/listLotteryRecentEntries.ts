import type { LotteryHandler } from './context.ts'
import { classifyEntries, decodeEntries, freeEntrySources, undecidedTransactions } from './events/classifyEntries.ts'
import { entrySources, readList } from './events/eventSources.ts'
import { entryItem, listAnswer } from './events/listAnswer.ts'
import { readEvidence } from './events/readEvidence.ts'

/**
 * Entries, newest first, from the lottery manager's LotteryEntryCreated, each with its source: from the AMOE router's
 * AmoeEntrySettled, else from its transaction. If that cannot be read it is `unknown`, and `missing` says why.
 *
 * Throws role_not_configured, invalid_request, and what reading logs throws.
 */
export const listLotteryRecentEntries: LotteryHandler<'listLotteryRecentEntries'> = async ({ query }, context) => {
  const { chain } = context
  const manager = chain.role('lotteryManager')
  const page = await readList(context, entrySources(manager, chain.config), query)
  const entries = decodeEntries(page.events)
  const freeSources = freeEntrySources(context, manager, page.beside)
  const { failure = 'transactions_not_readable', ...evidence } = await readEvidence(
    chain,
    manager,
    undecidedTransactions(entries, freeSources),
    page.asOf,
  )
  const sources = classifyEntries(entries, freeSources, evidence)
  const events = entries.map((entry, i) => entryItem(entry, sources[i] ?? 'unknown'))
  const { asOf, data } = listAnswer({ manager, creatorCoin: query.creatorCoin, page, limit: query.limit, events })
  const partial = sources.includes('unknown')
  return { asOf, data: { ...data, missing: partial ? { entrySource: failure } : {} }, partial }
}
