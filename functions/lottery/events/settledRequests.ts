import type { Address } from 'viem'
import { amoeRouterAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { lower } from '../../../shared/text/address.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'

/** A ticket of one transaction. */
export const ticketKey = (txHash: string, requestId: bigint): string => `${txHash}:${requestId}`

/** The tickets that these routers settled; an AmoeEntrySettled event of any other contract proves nothing. */
export function settledRequests(logs: readonly EventLog[], routers: readonly Address[]): Set<string> {
  const trusted = new Set(routers.map(lower))
  const settled = new Set<string>()
  for (const log of logs) {
    const event = trusted.has(lower(log.address)) ? decodeEvent(amoeRouterAbi, log) : null
    if (event?.eventName === 'AmoeEntrySettled') settled.add(ticketKey(log.txHash, event.args.managerEntryId))
  }
  return settled
}
