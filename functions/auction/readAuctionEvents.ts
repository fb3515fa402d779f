import type { Hex } from 'viem'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { EventLog, EventPage } from '../../shared/logs/EventList.ts'
import { eventsFromNode } from '../../shared/logs/eventsFromNode.ts'
import { readEvents, type EventReader } from '../../shared/logs/readEvents.ts'
import { decodeKeyset, encodeKeyset } from '../../shared/store/keyset.ts'
import type { LogPosition } from '../../shared/chain/IndexedLog.ts'
import type { Auction } from './readAuction.ts'

export interface Wanted {
  readonly stream: string
  readonly topics: readonly Hex[]
  /** Names the list in its cursors. */
  readonly scope: string
  readonly limit: number
  readonly cursor: string | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
  readonly minBlock: number
}

export interface AuctionEvents extends Omit<EventPage, 'beside'> {
  readonly nextCursor: string | null
}

/**
 * A page of an auction's events since its start, newest first, from the log index, or from the node where the index
 * cannot answer or does not follow this auction. A launch arm without an auction has none.
 *
 * Throws the errors of the RPC client where the node is asked.
 */
export async function readAuctionEvents(read: Auction, reader: EventReader, wanted: Wanted): Promise<AuctionEvents> {
  const { address, terms, asOf } = read
  const { chain, store } = reader
  const { stream, topics, scope, limit, toBlock, minBlock } = wanted
  const before = wanted.cursor === undefined ? undefined : readCursor(scope, wanted.cursor)
  const fromBlock = Math.max(wanted.fromBlock ?? 0, Number(terms?.startBlock ?? 0n))
  if (!address) {
    const head = Number(read.block)
    return { events: [], nextCursor: null, fromBlock: head, toBlock: head, truncated: false, asOf }
  }
  const list = { main: { stream, address, topics }, before, fromBlock, toBlock, limit: limit + 1 }
  const isFollowed = await store.logIndex.follows(chain.config.chainId, stream, address).catch(() => false)
  const page = isFollowed ? await readEvents(reader, list, minBlock) : await eventsFromNode(chain, list)
  const events = page.events.slice(0, limit)
  return { ...page, events, nextCursor: nextCursor(scope, page, limit) }
}

/** After the last event of a full page; of a truncated one, after the blocks that were looked at. */
function nextCursor(scope: string, { events, truncated, fromBlock }: EventPage, limit: number): string | null {
  const last: EventLog | undefined = events.length > limit ? events[limit - 1] : undefined
  if (last) return encodeKeyset(scope, [last.blockNumber, last.logIndex])
  return truncated ? encodeKeyset(scope, [fromBlock, 0]) : null
}

function readCursor(scope: string, cursor: string): LogPosition {
  const key = decodeKeyset(scope, ['number', 'number'], cursor)
  if (!key || key.some((part) => part < 0))
    throw new ApiError('invalid_request', 'cursor: is not a cursor of this list; use nextCursor as it came')
  return { blockNumber: key[0], logIndex: key[1] }
}
