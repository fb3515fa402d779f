import { lotteryEntryAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'

/** A log of a ticket with its decoded arguments. */
export type Entry = ReturnType<typeof decodeEntries>[number]

export const decodeEntries = (logs: readonly EventLog[]) =>
  logs.flatMap((log) => {
    const event = decodeEvent(lotteryEntryAbi, log)
    return event ? [{ log, args: event.args }] : []
  })
