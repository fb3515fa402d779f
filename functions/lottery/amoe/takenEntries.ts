import { encodeAbiParameters, keccak256, numberToHex, sha256, toEventSelector, type Address, type Hex } from 'viem'
import { amoeRouterAbi } from '../../../shared/abi/lotteryEvents.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import type { EventList, EventLog, EventPage } from '../../../shared/logs/EventList.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../../shared/logs/eventsFromNode.ts'
import { readEvents, type EventReader } from '../../../shared/logs/readEvents.ts'
import type { AmoeProjection, EntryRow } from '../../../shared/store/amoe.ts'
import { AMOE } from '../../../shared/store/streams.ts'
import { ApiError } from '../../../shared/http/ApiError.ts'
import { decodeEvent } from '../events/decodeEvent.ts'

/** A block that stays. */
export interface FinalBlock {
  readonly number: number
  /** Unix seconds. */
  readonly time: number
}

/** Seconds by which the chain's clock may be behind ours. */
const SKEW = 300
/** Steps back, each twice as far as the last, until the block of an entry is passed. */
const STEPS = 12
/** Events of one page, and pages of one router and run. */
const PAGE = 500
const PAGES = 10

export interface Evidence extends EventReader {
  readonly projection: AmoeProjection
}

/**
 * Whether routers took entries by a final block, from their events: AmoeEntrySettled or AmoeEntryRecorded that names the
 * entry's nonce, or a hash of it. Where a router's events tell no nonce of ours, a recorded entry of the same buyer and coin
 * is the oldest one that is open. Null where the events since the entry cannot be read.
 *
 * Throws what the node and D1 throw.
 */
export async function takenEntries(
  evidence: Evidence,
  final: FinalBlock,
  entries: readonly EntryRow[],
): Promise<(boolean | null)[]> {
  const taken = new Map<Hex, boolean | null>()
  for (const router of new Set(entries.map(({ target }) => target))) {
    const own = entries.filter(({ target }) => target === router)
    const since = Math.min(...own.map(({ createdAt }) => createdAt)) - SKEW
    const first = await blockBefore(evidence, final, since)
    const logs = first === null ? null : await readIfPossible(evidence, router, { first, last: final.number })
    if (!logs) continue
    const entered = await evidence.projection.enteredSince(evidence.chain.config.chainId, router, since)
    for (const [nonce, is] of matchEntries(logs, own, entered)) taken.set(nonce, is)
  }
  return entries.map(({ nonce }) => taken.get(nonce) ?? null)
}

type Known = Pick<EntryRow, 'nonce' | 'wallet' | 'creatorCoin'>

/** Which of the open entries the events tell of; `entered` are those that were found in earlier runs. */
function matchEntries(logs: readonly EventLog[], open: readonly Known[], entered: readonly Known[]) {
  const events = logs.flatMap((log) => decodeEvent(amoeRouterAbi, log) ?? [])
  const burns = new Map(
    events.flatMap((event) =>
      event.eventName === 'AmoeEntrySettled' ? [[event.args.entryId, event.args.pointsBurnNullifier] as const] : [],
    ),
  )
  const recorded = events.flatMap(({ eventName, args }) =>
    eventName === 'AmoeEntryRecorded'
      ? [{ key: keyOf(args.buyer, args.creatorCoin), told: [args.nonceCommit, burns.get(args.entryId)] }]
      : [],
  )
  const told = new Set([...burns.values(), ...recorded.flatMap((event) => event.told[0] ?? [])])
  const isTold = ({ nonce }: Known) => namesOf(nonce).some((name) => told.has(name))
  const names = new Set([...open, ...entered].flatMap(({ nonce }) => namesOf(nonce)))
  // Events that name none of our nonces, fewer those that earlier runs took for an entry.
  const free = new Map<string, number>()
  const count = (key: string, by: number) => free.set(key, (free.get(key) ?? 0) + by)
  for (const event of recorded) if (!event.told.some((name) => name && names.has(name))) count(event.key, 1)
  for (const entry of entered) if (!isTold(entry)) count(keyOf(entry.wallet, entry.creatorCoin), -1)
  return open.map((entry): [Hex, boolean] => {
    const key = keyOf(entry.wallet, entry.creatorCoin)
    const isTaken = isTold(entry) || (free.get(key) ?? 0) > 0
    if (isTaken && !isTold(entry)) count(key, -1)
    return [entry.nonce, isTaken]
  })
}

const keyOf = (buyer: Address, coin: Address): string => `${buyer} ${coin}`.toLowerCase()

/** A nonce as a router may tell it. */
const namesOf = (nonce: Hex): Hex[] => [
  nonce,
  keccak256(encodeAbiParameters([{ type: 'bytes32' }], [nonce])),
  sha256(nonce),
]

/** A block no later than a time; null where it is too far back. */
async function blockBefore({ chain }: Evidence, final: FinalBlock, time: number): Promise<number | null> {
  let { span } = LOG_BOUNDS
  for (let number = final.number, step = 0; step < STEPS; step++, span *= 2) {
    number = Math.max(0, number - span)
    if (number === 0) return 0
    const [id, reply] = await chain.rpc.send([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
    ])
    const block = reply && decodeBlock(reply)
    if (!block || !id || !('result' in id) || Number(id.result) !== chain.config.chainId)
      throw new ApiError('upstream_failed')
    if (block.time <= time) return number
  }
  return null
}

/** Null also where no node gives logs: entries of other routers are decided all the same. */
async function readIfPossible(...args: Parameters<typeof routerLogs>): ReturnType<typeof routerLogs> {
  try {
    return await routerLogs(...args)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error(`free entries: the events of router ${args[1]} cannot be read`, error.code)
    return null
  }
}

/** What a router logged between two blocks; null where that cannot be read in full. */
async function routerLogs(
  evidence: Evidence,
  router: Address,
  { first, last }: { first: number; last: number },
): Promise<EventLog[] | null> {
  const { chain, store } = evidence
  const logs: EventLog[] = []
  const topics = amoeRouterAbi.map((event) => toEventSelector(event))
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
