import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { eventsOfIndex, streamsOf, waitForIndex } from '../../../shared/events/eventsFromIndex.ts'
import { logError } from '../../../shared/log/logError.ts'
import type { LotteryContext } from '../context.ts'
import {
  classifyEntries,
  decodeEntries,
  type EntryEvidence,
  freeEntrySources,
  undecidedTransactions,
} from '../events/classifyEntries.ts'
import { entrySources, winSources } from '../events/eventSources.ts'
import { entryItem } from '../events/listAnswer.ts'
import { winItems } from '../events/winItems.ts'

const SHOWN = 10

/**
 * The newest entries and winners of the log index as of one block, and how far it is, once it has come to `minBlock`;
 * nulls if it cannot answer. `open` are the transactions that must be read before `entries` can say where each came from.
 *
 * Throws behind_requested_block.
 */
export async function liveEvents(context: LotteryContext, manager: Address, minBlock: number) {
  const { chain, store } = context
  const entries = entrySources(manager, chain.config)
  const wins = winSources(manager)
  try {
    const found = await waitForIndex(context, minBlock, async () => {
      const read = await eventsOfIndex(
        context,
        [entries, wins].map((list) => ({ ...list, limit: SHOWN })),
      )
      return read && { ...read.standing, pages: read.pages }
    })
    const [entryPage, winPage] = found?.pages ?? []
    if (!found || !entryPage || !winPage) {
      const late = await store.logIndex.standing(chain.config.chainId, [entries, wins].flatMap(streamsOf))
      return { ...NOTHING, tip: late?.block ?? null }
    }
    const newest = decodeEntries(entryPage.events)
    const freeSources = freeEntrySources(context, manager, entryPage.beside)
    return {
      standing: found,
      tip: found.block,
      open: undecidedTransactions(newest, freeSources),
      entries: (evidence: EntryEvidence) => {
        const sources = classifyEntries(newest, freeSources, evidence)
        return newest.map((entry, i) => entryItem(entry, sources[i] ?? 'unknown'))
      },
      winners: winItems(winPage.events, winPage.beside),
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'behind_requested_block') throw error
    logError('warn', 'log_index_unreadable', error)
    return NOTHING
  }
}

const NOTHING = { standing: null, tip: null, open: [], entries: null, winners: null }

export type LiveEvents = Awaited<ReturnType<typeof liveEvents>>
