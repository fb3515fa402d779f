import type { LogPosition } from '../chain/IndexedLog.ts'
import { ApiError } from '../errors/ApiError.ts'
import { decodeKeyset, encodeKeyset } from '../store/keyset.ts'
import type { EventPage } from './EventList.ts'

/** The part of a list that a request asks for; both blocks are included. */
export interface EventRange {
  readonly cursor?: string | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
}

/**
 * The last position of the previous page, from the cursor of a list; `scope` names the list. Throws invalid_request for
 * a cursor of another list, and for blocks in the wrong order.
 */
export function startOf(scope: string, { cursor, fromBlock, toBlock }: EventRange): LogPosition | undefined {
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    throw new ApiError('invalid_request', 'fromBlock: must not be above toBlock')
  if (cursor === undefined) return undefined
  const [blockNumber, logIndex] = decodeKeyset(scope, ['number', 'number'], cursor) ?? []
  if (blockNumber === undefined || logIndex === undefined || blockNumber < 0 || logIndex < 0)
    throw new ApiError('invalid_request', 'cursor: must be the unchanged nextCursor of this list')
  return { blockNumber, logIndex }
}

/**
 * The first `limit` events of a page that was read with one more, and the cursor of the next page: after the last event
 * of a full page, after the last block read of a truncated one, and null at the end of the list.
 */
export function cutPage<P extends Pick<EventPage, 'events' | 'truncated' | 'fromBlock'>>(
  scope: string,
  page: P,
  limit: number,
): { readonly page: P; readonly nextCursor: string | null } {
  const events = page.events.slice(0, limit)
  const last = page.events.length > limit ? events.at(-1) : undefined
  const end = last ?? (page.truncated ? { blockNumber: page.fromBlock, logIndex: 0 } : undefined)
  return {
    page: { ...page, events },
    nextCursor: end ? encodeKeyset(scope, [end.blockNumber, end.logIndex]) : null,
  }
}
