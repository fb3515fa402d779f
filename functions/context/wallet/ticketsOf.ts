import type * as z from 'zod'
import type { WalletTickets } from '../../../schema/context/walletParts.ts'
import { lotteryEntryAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { WalletLog } from '../store/walletLogs.ts'

/** Tickets that are counted, and that are described. */
export const [MOST_TICKETS, NEWEST_TICKETS] = [1000, 5]

/** Lottery entries of a wallet, from their events. */
export const ticketsOf = ({
  newest,
  count,
}: {
  readonly newest: readonly WalletLog[]
  readonly count: number
}): z.output<typeof WalletTickets> => ({
  count: Math.min(count, MOST_TICKETS),
  isExact: count <= MOST_TICKETS,
  newest: newest.flatMap((log) => {
    const entry = decodeEvent(lotteryEntryAbi, log)
    if (!entry) return []
    const { token, swapAmountUSD, winChancePPM, requestId } = entry.args
    return [
      {
        requestId: String(requestId),
        creatorCoin: token,
        amountUsd: String(swapAmountUSD),
        winChancePpm: String(winChancePPM),
        blockNumber: String(log.blockNumber),
        timestamp: log.blockTime,
      },
    ]
  }),
})
