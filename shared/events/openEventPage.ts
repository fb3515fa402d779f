import type { LogPosition } from '../chain/IndexedLog.ts'
import { ApiError } from '../errors/ApiError.ts'
import { openPage } from '../store/openPage.ts'
import type { EventPage } from './EventList.ts'

/** The part of a list that a request asks for; both blocks are included. */
interface EventRange {
  readonly cursor?: string | undefined
  readonly fromBlock?: number | undefined
  readonly toBlock?: number | undefined
  readonly limit: number
}

/** A page of a list of events that a request asks for; see openPage. */
export type OpenEventPage = ReturnType<typeof openEventPage>

/** Throws invalid_request for a cursor of another list than `scope`, and for blocks in the wrong order. */
export function openEventPage(scope: string, { cursor, fromBlock, toBlock, limit }: EventRange) {
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    throw new ApiError('invalid_request', 'fromBlock: must not be above toBlock')
  const page = openPage(scope, ['number', 'number'], { cursor, limit })
  const [blockNumber, logIndex] = page.after ?? []
  const before: LogPosition | undefined =
    blockNumber === undefined || logIndex === undefined ? undefined : { blockNumber, logIndex }
  return {
    /** The last position of the previous page. */
    before,
    fromBlock,
    toBlock,
    limit: page.limit,
    /** Of a truncated page, the next one begins after the last block that was read. */
    cut<P extends Pick<EventPage, 'events' | 'truncated' | 'fromBlock'>>(whole: P) {
      const { rows, nextCursor } = page.cut(whole.events, (event) => [event.blockNumber, event.logIndex])
      const end = whole.truncated ? page.cursorOf([whole.fromBlock, 0]) : null
      return { ...whole, events: rows, nextCursor: nextCursor ?? end }
    },
  }
}
