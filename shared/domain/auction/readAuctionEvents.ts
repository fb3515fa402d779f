import type { Hex } from 'viem'
import type { EventPage } from '../../logs/EventList.ts'
import { eventsFromNode } from '../../logs/eventsFromNode.ts'
import { cutPage } from '../../logs/logCursor.ts'
import { readEvents, type EventReader } from '../../logs/readEvents.ts'
import type { LogPosition } from '../../chain/IndexedLog.ts'
import type { Auction } from './readAuction.ts'

export interface Wanted {
  readonly stream: string
  readonly topics: readonly Hex[]
  /** Names the list in its cursors. */
  readonly scope: string
  readonly limit: number
  /** The last position of the previous page. */
  readonly before: LogPosition | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
  readonly minBlock: number
}

export interface AuctionEvents extends Omit<EventPage, 'beside'> {
  readonly nextCursor: string | null
}

/**
 * A page of an auction's events since its start, newest first, from the log index, or from the node if the index cannot
 * answer or does not follow this auction. A launch arm without an auction has none.
 *
 * Throws the errors of the RPC client if the node is asked.
 */
export async function readAuctionEvents(auction: Auction, reader: EventReader, wanted: Wanted): Promise<AuctionEvents> {
  const { address, terms, asOf } = auction
  const { chain, store } = reader
  const { stream, topics, scope, before, limit, toBlock, minBlock } = wanted
  const fromBlock = Math.max(wanted.fromBlock ?? 0, Number(terms?.startBlock ?? 0n))
  if (!address) {
    const head = Number(auction.block)
    return { events: [], nextCursor: null, fromBlock: head, toBlock: head, truncated: false, asOf }
  }
  const list = { main: { stream, address, topics }, before, fromBlock, toBlock, limit: limit + 1 }
  const isFollowed = await store.logIndex.follows(chain.config.chainId, stream, address).catch(() => false)
  const read = isFollowed ? await readEvents(reader, list, minBlock) : await eventsFromNode(chain, list)
  const { page, nextCursor } = cutPage(scope, read, limit)
  return { ...page, nextCursor }
}
