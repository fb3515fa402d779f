import type { Address, Hex } from 'viem'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { tickerHash } from './ticker.ts'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { decodeEvent, topicsOf } from '../../../shared/events/decodeEvent.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { readEvents } from '../../../shared/events/eventsFromNode.ts'
import { TREND_COINS } from '../../../shared/store/streams.ts'
import type { TrendContext } from './TrendContext.ts'

/** The coin in the factory's event for a ticker, and the transaction of that event. */
export interface Receipt {
  readonly coin: Address
  readonly txHash: Hex
}

export interface Receipts {
  readonly byTicker: ReadonlyMap<Hex, Receipt>
  /** Whether all events were read, or at least those of the tickers. */
  readonly complete: boolean
  /** The block up to which events were read; undefined if there was nothing to read. */
  readonly asOf: AsOf | undefined
}

/** Bounds of one poll: pages of the factory's events, newest first. */
const PAGES = 5
const LIMIT = 200

/** The factory's events for these tickers, from the log index or else the node. Throws what reading logs throws. */
export async function readReceipts(
  context: Pick<TrendContext, 'chain' | 'store' | 'now'>,
  factory: Address,
  tickers: readonly Hex[],
): Promise<Receipts> {
  const byTicker = new Map<Hex, Receipt>()
  const main = { stream: TREND_COINS, address: factory, topics: topicsOf(trendFactoryAbi) }
  const hasAll = () => tickers.every((hash) => byTicker.has(hash))
  let before: EventLog | undefined
  let asOf: AsOf | undefined
  for (let page = 0; page < PAGES && !hasAll(); page++) {
    const { events, truncated, asOf: block } = await readEvents(context, { main, before, limit: LIMIT })
    // Later pages have older events.
    asOf ??= block
    for (const event of events) {
      const created = decodeEvent(trendFactoryAbi, event)
      if (!created) continue
      const hash = tickerHash(created.args.symbol)
      if (!byTicker.has(hash)) byTicker.set(hash, { coin: created.args.coin, txHash: event.txHash })
    }
    if (truncated) break
    if (events.length < LIMIT) return { byTicker, complete: true, asOf }
    before = events.at(-1)
  }
  return { byTicker, complete: hasAll(), asOf }
}
