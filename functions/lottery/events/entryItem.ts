import type { EntrySource } from './classifyEntries.ts'
import type { Entry } from './decodeEntries.ts'
import { placeOf } from './listAnswer.ts'

/** An entry as lists show it. */
export const entryItem = ({ log, args }: Entry, entrySource: EntrySource) => ({
  type: 'LotteryEntryCreated' as const,
  entrySource,
  ...placeOf(log),
  creatorCoin: args.token,
  user: args.user,
  swapAmountUsd1e6: String(args.swapAmountUSD),
  winChancePpm: String(args.winChancePPM),
  requestId: String(args.requestId),
})
