import { decodeWins } from './decodeWins.ts'
import type { EventLog } from '../../../shared/events/EventList.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { placeOf } from './listAnswer.ts'

/** Wins as lists show them, from their logs and other logs of the same blocks. */
export const winItems = (logs: readonly EventLog[], beside: readonly EventLog[]) =>
  decodeWins(logs, beside).map(({ log, event: { eventName, args }, reward }) =>
    eventName === 'MultiTokenJackpotWon'
      ? {
          type: eventName,
          ...placeOf(log),
          triggeringCoin: args.triggeringCoin,
          winner: args.winner,
          numVaultsPaid: String(args.numVaultsPaid),
        }
      : {
          type: eventName,
          ...placeOf(log),
          creatorCoin: args.token,
          user: args.user,
          swapAmountUsd1e6: String(args.swapAmountUSD),
          rewardAmount: decimal(reward),
          requestId: String(args.requestId),
        },
  )
