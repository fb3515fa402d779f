import type { Address } from 'viem'
import { eventsFromIndex } from '../../../shared/logs/eventsFromIndex.ts'
import {
  classifyEntries,
  openTransactions,
  type EntryEvidence,
} from '../../../shared/domain/lottery/events/classifyEntries.ts'
import { decodeEntries } from '../../../shared/domain/lottery/events/decodeEntries.ts'
import { entryItem } from '../events/entryItem.ts'
import { entrySources, winSources } from '../../../shared/domain/lottery/events/eventSources.ts'
import { winItems } from '../events/winItems.ts'
import type { LotteryContext } from '../LotteryContext.ts'
import { logError } from '../../../shared/log/logError.ts'

const SHOWN = 10

/**
 * The newest entries and winners of the log index, and how far it is; nulls if it cannot answer. `open` are the
 * transactions that must be read before `entries` can say where each came from.
 */
export async function liveEvents(context: LotteryContext, manager: Address) {
  const { chain, store } = context
  const entries = entrySources(manager, chain.config)
  const wins = winSources(manager)
  try {
    const [entryPage, winPage] = await Promise.all([
      eventsFromIndex(context, { ...entries, limit: SHOWN }, 0),
      eventsFromIndex(context, { ...wins, limit: SHOWN }, 0),
    ])
    const streams = [entries.main, wins.main].map(({ stream }) => stream)
    const standing = await store.logIndex.standing(chain.config.chainId, streams)
    if (!entryPage || !winPage || !standing) return { ...NOTHING, tip: standing?.block ?? null }
    const newest = decodeEntries(entryPage.events)
    const ways = {
      manager,
      router: chain.config.contracts.amoeRouter,
      relayers: context.amoeRelayers,
      routerLogs: entryPage.beside,
    }
    return {
      standing,
      tip: standing.block,
      open: openTransactions(newest, ways),
      entries: (evidence: EntryEvidence) => {
        const sources = classifyEntries(newest, ways, evidence)
        return newest.map((entry, i) => entryItem(entry, sources[i] ?? 'unknown'))
      },
      winners: winItems(winPage.events, winPage.beside),
    }
  } catch (error) {
    logError('warn', 'log_index_unreadable', error)
    return NOTHING
  }
}

const NOTHING = { standing: null, tip: null, open: [], entries: null, winners: null }

export type LiveEvents = Awaited<ReturnType<typeof liveEvents>>
