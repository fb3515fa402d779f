import type { EventReader } from '../../shared/events/EventList.ts'
import { usableStanding, waitForIndex } from '../../shared/events/eventsFromIndex.ts'
import type { IndexStanding } from '../../shared/store/indexStandings.ts'
import { stored } from '../../shared/store/stored.ts'
import { NotRead } from './NotRead.ts'

/**
 * A list from a stream of the log index, with how far that is. Throws index_unavailable (NotRead) if the index does not
 * have it or is behind, behind_requested_block, store_unavailable.
 */
export async function readIndexed<T>(
  reader: EventReader,
  stream: string,
  minBlock: number,
  read: (standing: IndexStanding) => Promise<T>,
): Promise<{ readonly value: T; readonly standing: IndexStanding }> {
  const standing = await waitForIndex(reader, minBlock, () => stored(() => usableStanding(reader, [stream])))
  if (!standing) throw new NotRead('index_unavailable')
  return { value: await read(standing), standing }
}
