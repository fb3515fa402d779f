import { type Address, type Hex, numberToHex } from 'viem'
import type { Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import { ofChain } from '../../../shared/chain/rpc.ts'
import { amoeRouterAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { topicsOf } from '../../../shared/events/decodeEvent.ts'
import type { EventList, EventLog, EventPage, EventReader } from '../../../shared/events/EventList.ts'
import { eventsFromNode, LOG_BOUNDS, readEvents } from '../../../shared/events/eventsFromNode.ts'
import { log } from '../../../shared/log/log.ts'
import { AMOE } from '../../../shared/store/streams.ts'
import type { AmoeProjection, EntryRow } from '../store/amoe.ts'
import { ATTESTED_AT_MOST } from './deadlines.ts'
import { matchEntries, SKEW } from './matchEntries.ts'

/** Steps back, each twice as far as the last, until the entry's block is passed. */
const STEPS = 12
/** Events per page, and pages per router and run. */
const PAGE = 500
const PAGES = 10

export interface EntryReader extends EventReader {
  readonly projection: AmoeProjection
}

/**
 * Whether routers took entries by a final block, from their events: AmoeEntrySettled or AmoeEntryRecorded with the
 * entry's nonce, or a hash of it. If a router's events have no nonce of ours, an entry recorded for the same buyer
 * and coin while ours could be sent is the oldest open one. `found` are entries that this run has already found: D1 may
 * not know them yet. Null if the events since the entry cannot be read.
 *
 * Throws what the node and D1 throw.
 */
export async function acceptedEntries(
  evidence: EntryReader,
  final: Block,
  entries: readonly EntryRow[],
  found: readonly EntryRow[],
): Promise<(boolean | null)[]> {
  const taken = new Map<Hex, boolean | null>()
  for (const router of new Set(entries.map(({ target }) => target))) {
    const own = entries.filter(({ target }) => target === router)
    // Events of anyone who was entered while one of these could be sent can be attributed to it, so they are read too.
    const since = Math.min(...own.map(({ createdAt }) => createdAt)) - ATTESTED_AT_MOST - 2 * SKEW
    const read = await readIfPossible(evidence, router, { since, final })
    if (!read) continue
    const wallets = [...new Set(own.map(({ wallet }) => wallet))]
    const known = await evidence.projection.enteredSince(
      evidence.chain.config.chainId,
      router,
      read.first.time,
      wallets,
    )
    const entered = [...new Map([...known, ...found].map((entry) => [entry.nonce, entry])).values()]
    for (const [nonce, is] of matchEntries(read.logs, own, entered)) taken.set(nonce, is)
  }
  return entries.map(({ nonce }) => taken.get(nonce) ?? null)
}

/** A block no later than a time; null if it is too far back. */
async function blockBefore({ chain }: EntryReader, final: Block, time: number): Promise<Block | null> {
  let { span } = LOG_BOUNDS
  for (let number = final.number, step = 0; step < STEPS; step++, span *= 2) {
    number = Math.max(0, number - span)
    if (number === 0) return { number, time: 0 }
    const block = await readBlock(chain, number)
    if (block.time <= time) return block
  }
  return null
}

/**
 * Logs of a router since a time, and the first block that was read; null if that is too much, or if no node has
 * blocks or logs that old: entries of other routers are decided all the same.
 */
async function readIfPossible(
  evidence: EntryReader,
  router: Address,
  { since, final }: { since: number; final: Block },
): Promise<{ first: Block; logs: EventLog[] } | null> {
  try {
    const first = await blockBefore(evidence, final, since)
    const logs = first && (await routerLogs(evidence, router, { first: first.number, last: final.number }))
    return first && logs && { first, logs }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log('warn', 'router_events_unreadable', { router, code: error.code })
    return null
  }
}

/** Logs of a router between two blocks; null if they cannot be read in full. */
async function routerLogs(
  evidence: EntryReader,
  router: Address,
  { first, last }: { first: number; last: number },
): Promise<EventLog[] | null> {
  const { chain, store } = evidence
  const logs: EventLog[] = []
  const topics = topicsOf(amoeRouterAbi)
  const isIndexed = await store.logIndex.follows(chain.config.chainId, AMOE, router)
  for (let page = 0, before: EventList['before']; page < PAGES; page++) {
    const list = {
      main: { stream: AMOE, address: router, topics },
      before,
      fromBlock: first,
      toBlock: last,
      limit: PAGE,
    }
    const read: EventPage = isIndexed ? await readEvents(evidence, list, last) : await eventsFromNode(chain, list)
    logs.push(...read.events)
    const end = read.events.at(-1)
    if (read.truncated || read.toBlock < last) return null
    if (read.events.length < PAGE || !end)
      return read.fromBlock <= Math.max(first, chain.config.startBlock) ? logs : null
    before = { blockNumber: end.blockNumber, logIndex: end.logIndex }
  }
  return null
}

/** A block; its time in unix seconds. */
export interface Block {
  readonly number: number
  readonly time: number
}

/** A block of the configured chain by number or tag. Throws upstream_failed, and what the node throws. */
export async function readBlock({ rpc, config }: Chain, block: number | string): Promise<Block> {
  const [, reply] = await rpc.send(
    [
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: [typeof block === 'number' ? numberToHex(block) : block, false] },
    ],
    { judge: ofChain(config.chainId) },
  )
  const found = reply && decodeBlock(reply)
  if (!found) throw new ApiError('upstream_failed')
  return found
}
