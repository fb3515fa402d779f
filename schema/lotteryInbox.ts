import { z } from '@hono/zod-openapi'
import { Amount } from './common.ts'
import { moment } from './lotteryStats.ts'

const count = (description: string) => z.int().openapi({ description })

/** Tickets of the other chain on their way to this one. */
export const InboxStanding = z.object({
  counts: z.object({
    pending: count('Of a linked wallet, to be entered'),
    leased: count('Picked up by a relayer'),
    submitting: count('On their way to this chain'),
    submitted: count('Sent, not confirmed'),
    confirmed: count('Entered'),
    quarantined: count('Needs to be looked at by a person'),
    skippedPricing: count('Of a coin without a price'),
    skippedIdentity: count('Of a buyer who is linked to no account'),
    skippedReemit: count('Repeated by a relay, counted before'),
  }),
  oldestPendingAgeSec: z
    .int()
    .nullable()
    .openapi({ description: 'Age of the oldest pending ticket, in seconds; null without one' }),
  lastConfirmedAt: moment
    .nullable()
    .openapi({ description: 'When a ticket was last entered, ISO 8601; null before the first' }),
  cursor: z
    .object({
      lastSlot: Amount.nullable(),
      updatedAt: moment.openapi({ description: 'When the other chain was last read, ISO 8601' }),
    })
    .nullable()
    .openapi({ description: 'How far the other chain is read; null before the first time' }),
  winnerSettlement: z
    .record(z.string(), z.int())
    .nullable()
    .openapi({ description: 'Wins of tickets of the other chain by state of their settlement; null without one' }),
})
