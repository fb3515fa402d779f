import type { Address, Hex } from 'viem'
import type { ErrorCode } from '../../schema/errors.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { logError } from '../../shared/log/logError.ts'
import type { EventList, EventPage, EventReader } from '../../shared/events/EventList.ts'
import { eventsAt, pointOf, usableStanding } from '../../shared/events/eventsFromIndex.ts'
import { eventsFromNode, LOG_BOUNDS } from '../../shared/events/eventsFromNode.ts'
import type { OpenEventPage } from '../../shared/events/openEventPage.ts'
import { readAuction, type Auction } from '../../shared/domain/auction/readAuction.ts'

export interface Wanted {
  readonly stream: string
  readonly topics: readonly Hex[]
  readonly page: OpenEventPage
  readonly minBlock: number
}

export interface AuctionEvents extends Omit<EventPage, 'beside'> {
  readonly nextCursor: string | null
}

/**
 * Reads the contract at an address, and a page of its auction's events since its start, newest first, as of one block: the one
 * that the log index has come to, or the newest, if the index cannot answer or does not follow this auction, with events
 * from the node. A launch arm without an auction has none.
 *
 * Throws what readAuction throws, and the errors of the RPC client.
 */
export async function readAuctionEvents(
  address: Address,
  reader: EventReader,
  wanted: Wanted,
): Promise<{ readonly read: Auction; readonly page: AuctionEvents }> {
  const indexed = await readIndexed(address, reader, wanted)
  if (indexed) return indexed
  const read = await readAuction(reader.chain, address)
  const list = listOf(read, wanted)
  return {
    read,
    page: list ? wanted.page.cut(await eventsFromNode(reader.chain, list, LOG_BOUNDS, read.asOf)) : none(read),
  }
}

/** Null if the index cannot answer, or what is there may be newer than the index. */
async function readIndexed(address: Address, reader: EventReader, wanted: Wanted) {
  const { chain, store } = reader
  const { stream, minBlock } = wanted
  const standing = await ifUsable(usableStanding(reader, [stream]))
  if (!standing || standing.block < minBlock) return null
  const read = await readAuction(chain, address, pointOf(standing)).catch((error: unknown) => {
    if (error instanceof ApiError && MAY_BE_NEWER.includes(error.code)) return null
    throw error
  })
  const list = read && listOf(read, wanted)
  if (!list) return read && { read, page: none(read) }
  const [isFollowed, page] = await Promise.all([
    ifUsable(store.logIndex.follows(chain.config.chainId, stream, list.main.address)),
    ifUsable(eventsAt(reader, list, standing)),
  ])
  return isFollowed && page ? { read, page: wanted.page.cut(page) } : null
}

/** Also what a node answers that no longer, or not yet, has the block of the index. */
const MAY_BE_NEWER: readonly ErrorCode[] = ['not_an_auction', 'not_a_contract', 'upstream_failed']

/** A failing index must not prevent asking the node. */
const ifUsable = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    logError('warn', 'log_index_unreadable', error)
    return null
  })

/** Null for a launch arm without an auction. */
function listOf({ address, terms }: Auction, { stream, topics, page }: Wanted): EventList | null {
  const fromBlock = Math.max(page.fromBlock ?? 0, Number(terms?.startBlock ?? 0n))
  return address && { ...page, main: { stream, address, topics }, fromBlock }
}

function none({ block, asOf }: Auction): AuctionEvents {
  const head = Number(block)
  return { events: [], nextCursor: null, fromBlock: head, toBlock: head, truncated: false, asOf }
}
