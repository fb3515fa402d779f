import { z } from '@hono/zod-openapi'
import { Amount } from '../common.ts'
import { moment } from './stats.ts'

const count = (description: string) => z.int().openapi({ description })

/** Tickets of the other chain on their way to this one. */
export const InboxStanding = z.object({
  counts: z.object({
    pending: count('Of a linked wallet, still to be entered'),
    leased: count('Picked up by a relayer; 0, since this API does not enter tickets itself'),
    submitting: count('On their way to this chain; 0 likewise'),
    submitted: count('Sent but not confirmed; 0 likewise'),
    confirmed: count('Entered; 0 likewise'),
    quarantined: count('Needs attention from a person'),
    skippedPricing: count('Of a coin without a price; 0 likewise'),
    skippedIdentity: count('Of a buyer who is not linked to an account'),
    skippedReemit: count('Repeated by a relay, already counted'),
  }),
  oldestPendingAgeSec: z
    .int()
    .nullable()
    .openapi({ description: 'Age of the oldest pending ticket, in seconds; null without one' }),
  lastConfirmedAt: moment.nullable().openapi({
    description: 'When a ticket was last entered, ISO 8601; null, since this API does not enter tickets itself',
  }),
  cursor: z
    .object({
      lastSlot: Amount.nullable().openapi({ description: 'Newest slot that was read; null before the first' }),
      updatedAt: moment.openapi({ description: 'When the other chain was last read, ISO 8601' }),
    })
    .nullable()
    .openapi({ description: 'How far the other chain has been read; null before the first read' }),
  winnerSettlement: z.record(z.string(), z.int()).nullable().openapi({
    description: 'Wins of such tickets by the state of their settlement; null, since this API does not settle them',
  }),
})
