import { logError } from '../log/logError.ts'
import type { EventList, EventPage, EventReader } from './EventList.ts'
import { eventsFromIndex } from './eventsFromIndex.ts'
import { eventsFromNode } from './eventsFromNode.ts'

/**
 * A page of events, newest first: from the log index, or, if that is empty, behind, unreachable or older than
 * `minBlock`, from the node by bounded eth_getLogs. Throws the errors of the RPC client in the second case.
 */
export async function readEvents(reader: EventReader, list: EventList, minBlock = 0): Promise<EventPage> {
  const page = await eventsFromIndex(reader, list, minBlock).catch((error: unknown) => {
    // A failing index must not prevent asking the node.
    logError('warn', 'log_index_unreadable', error)
    return null
  })
  return page ?? eventsFromNode(reader.chain, list)
}
