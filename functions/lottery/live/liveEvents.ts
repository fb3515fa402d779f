import type { Address } from 'viem'
import { eventsFromIndex } from '../../../shared/logs/eventsFromIndex.ts'
import { decodeEntries } from '../events/decodeEntries.ts'
import { entryItem } from '../events/entryItem.ts'
import { entrySources, winSources } from '../events/eventLists.ts'
import { settledRequests, ticketKey } from '../events/settledRequests.ts'
import { winItems } from '../events/winItems.ts'
import type { LotteryContext } from '../LotteryContext.ts'

const SHOWN = 10

/**
 * The newest entries and winners of the log index, and where it stands; nulls where it cannot answer. `entries` is told
 * whether every free entry goes through the router: then those that it did not settle were bought.
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
    const { amoeRouter } = chain.config.contracts
    const settled = settledRequests(entryPage.beside, amoeRouter ? [amoeRouter] : [])
    return {
      standing,
      tip: standing.block,
      entries: (routed: boolean) =>
        decodeEntries(entryPage.events).map((entry) => {
          const free = settled.has(ticketKey(entry.log.txHash, entry.args.requestId))
          return entryItem(entry, free ? 'amoe' : routed ? 'swap' : 'unknown')
        }),
      winners: winItems(winPage.events, winPage.beside),
    }
  } catch (error) {
    console.error('the log index cannot be read', error)
    return NOTHING
  }
}

const NOTHING = { standing: null, tip: null, entries: null, winners: null }

export type LiveEvents = Awaited<ReturnType<typeof liveEvents>>
