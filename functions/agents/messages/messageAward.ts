import type { Award } from '../../../shared/domain/lottery/amoe/creditLedger.ts'
import { utcDay } from '../../../shared/domain/lottery/amoe/credits.ts'

/** Milliseconds after which a message that was not looked at earns nothing any more. */
const LATEST_MS = 7 * 86_400_000

/**
 * The UTC day for which a message earns its sender's credit: that on which the network took it. Null for one that is dated
 * in the future, or is more than a week old. Times are unix milliseconds.
 */
export const earningDay = (sentAt: number, now: number): string | null =>
  sentAt <= now && now - sentAt <= LATEST_MS ? utcDay(sentAt) : null

/** The credit of a day for a message, of which the ledger gives one for each account and day. `now` is in unix seconds. */
export const messageAward = (given: { profileId: string; day: string; messageId: string; now: number }): Award => ({
  profileId: given.profileId,
  source: 'amoe_msgnet_daily',
  sourceId: given.day,
  points: 1,
  reference: given.messageId,
  now: given.now,
})
