import { z } from '@hono/zod-openapi'
import { Amount } from './common.ts'
import { moment } from './lotteryStats.ts'

const count = (description: string) => z.int().openapi({ description })

/** Tickets of the other chain on their way to this one. */
export const InboxStanding = z
  .object({
    counts: z.object({
      pending: count('Of a linked wallet, to be entered'),
      leased: count('Taken up by a relayer'),
      submitting: count('On their way to this chain'),
      submitted: count('Sent, not confirmed'),
      confirmed: count('Entered'),
      quarantined: count('A person must look'),
      skippedPricing: count('Of a coin without a price'),
      skippedIdentity: count('Of a buyer who is linked to no account'),
      skippedReemit: count('Repeated by a relay, counted before'),
    }),
    oldestPendingAgeSec: z.int().nullable(),
    lastConfirmedAt: moment.nullable(),
    cursor: z
      .object({ lastSlot: Amount.nullable(), updatedAt: moment })
      .nullable()
      .openapi({ description: 'How far the other chain is read; null before the first time' }),
    winnerSettlement: z.record(z.string(), z.int()).nullable(),
  })
  .openapi('LotteryInbox')
