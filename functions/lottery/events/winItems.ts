import { lotteryResultAbi, lotteryWinAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import type { EventLog } from '../../../shared/logs/EventList.ts'
import { decodeEvent } from '../../../shared/logs/decodeEvent.ts'
import { placeOf } from './listAnswer.ts'

/**
 * Wins as answers list them. LotteryWinner itself tells a reward of zero: the amount is that of LotteryResultProcessed of
 * the same request in the same transaction, else the payments of the transaction, where it holds a single win.
 */
export function winItems(logs: readonly EventLog[], beside: readonly EventLog[]) {
  const results = beside.flatMap((log) => {
    const event = decodeEvent(lotteryResultAbi, log)
    return event ? [{ txHash: log.txHash, event }] : []
  })
  const wins = logs.flatMap((log) => {
    const event = decodeEvent(lotteryWinAbi, log)
    return event ? [{ log, event }] : []
  })
  const rewardOf = (txHash: string, requestId: bigint): bigint | null => {
    const own = results.filter((result) => result.txHash === txHash).map(({ event }) => event)
    for (const { eventName, args } of own)
      if (eventName === 'LotteryResultProcessed' && args.requestId === requestId) return args.rewardAmount
    const payments = own.flatMap(({ eventName, args }) => (eventName === 'LotteryWon' ? [args.shares] : []))
    const winners = wins.filter(({ log, event }) => log.txHash === txHash && event.eventName === 'LotteryWinner')
    if (payments.length === 0 || winners.length !== 1) return null
    return payments.reduce((sum, shares) => sum + shares, 0n)
  }
  return wins.map(({ log, event: { eventName, args } }) => {
    if (eventName === 'MultiTokenJackpotWon')
      return {
        type: eventName,
        ...placeOf(log),
        triggeringCoin: args.triggeringCoin,
        winner: args.winner,
        numVaultsPaid: String(args.numVaultsPaid),
      }
    const reward = rewardOf(log.txHash, args.requestId)
    return {
      type: eventName,
      ...placeOf(log),
      creatorCoin: args.token,
      user: args.user,
      swapAmountUsd1e6: String(args.swapAmountUSD),
      rewardAmount: reward === null ? null : String(reward),
      requestId: String(args.requestId),
    }
  })
}
