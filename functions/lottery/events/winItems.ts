import type { Hex } from 'viem'
import { lotteryResultAbi, lotteryWinAbi } from '../../../shared/domain/lottery/lotteryEventsAbi.ts'
import { decodeEvent } from '../../../shared/events/decodeEvent.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { positionOf } from './listAnswer.ts'

/** Wins as lists show them, from their logs and other logs of the same blocks. */
export const winItems = (logs: readonly EventLog[], beside: readonly EventLog[]) =>
  decodeWins(logs, beside).map(({ log, event: { eventName, args }, reward }) =>
    eventName === 'MultiTokenJackpotWon'
      ? {
          type: eventName,
          ...positionOf(log),
          triggeringCoin: args.triggeringCoin,
          winner: args.winner,
          numVaultsPaid: String(args.numVaultsPaid),
        }
      : {
          type: eventName,
          ...positionOf(log),
          creatorCoin: args.token,
          user: args.user,
          swapAmountUsd1e6: String(args.swapAmountUSD),
          rewardAmount: decimal(reward),
          requestId: String(args.requestId),
        },
  )

/**
 * Wins in their order, each with what it was paid in share tokens; null if that is not known. LotteryWinner itself
 * reports a reward of zero: the amount comes from LotteryResultProcessed of the same request in the same transaction,
 * or else from the payments of the transaction, if it contains a single win.
 */
function decodeWins(logs: readonly EventLog[], beside: readonly EventLog[]) {
  const results = beside.flatMap((log) => {
    const event = decodeEvent(lotteryResultAbi, log)
    return event ? [{ txHash: log.txHash, event }] : []
  })
  const wins = logs.flatMap((log) => {
    const event = decodeEvent(lotteryWinAbi, log)
    return event ? [{ log, event }] : []
  })
  const resultsOf = Map.groupBy(results, ({ txHash }) => txHash)
  const winnersOf = Map.groupBy(
    wins.filter(({ event }) => event.eventName === 'LotteryWinner'),
    ({ log }) => log.txHash,
  )
  const rewardOf = (txHash: Hex, requestId: bigint): bigint | null => {
    const own = resultsOf.get(txHash)?.map(({ event }) => event) ?? []
    for (const { eventName, args } of own)
      if (eventName === 'LotteryResultProcessed' && args.requestId === requestId) return args.rewardAmount
    const payments = own.flatMap(({ eventName, args }) => (eventName === 'LotteryWon' ? [args.shares] : []))
    if (payments.length === 0 || winnersOf.get(txHash)?.length !== 1) return null
    return payments.reduce((sum, shares) => sum + shares, 0n)
  }
  return wins.map(({ log, event }) => ({
    log,
    event,
    reward: event.eventName === 'LotteryWinner' ? rewardOf(log.txHash, event.args.requestId) : null,
  }))
}
