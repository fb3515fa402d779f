import * as z from 'zod'
import { amountOrNull, integerOrNull } from '../fields.ts'
import { moment } from './stats.ts'

const count = (description: string) => z.int().describe(description)

/** Tickets of the SVM chain that are to be entered on this chain. */
export const InboxSummary = z.object({
  counts: z.object({
    pending: count('Tickets of a linked wallet that are not entered yet; this service does not enter them'),
    leased: count('Tickets that a relayer has picked up; always 0'),
    submitting: count('Tickets that are being submitted to this chain; always 0'),
    submitted: count('Tickets that are submitted but not confirmed; always 0'),
    confirmed: count('Tickets that are entered; always 0'),
    quarantined: count('Tickets that need an operator’s attention'),
    skippedPricing: count('Tickets of a coin without a price; always 0'),
    skippedIdentity: count('Tickets of a buyer who is not linked to an account'),
    skippedReemit: count('Tickets that a relay repeated; already counted'),
  }),
  oldestPendingAgeSec: integerOrNull('Age of the oldest pending ticket, in seconds; null without pending tickets'),
  lastConfirmedAt: moment.nullable().describe('Time of the last entered ticket, ISO 8601; always null'),
  cursor: z
    .object({
      lastSlot: amountOrNull('Newest slot that was read; null before the first'),
      updatedAt: moment.describe('Time of the last read of the SVM chain, ISO 8601'),
    })
    .nullable()
    .describe('How far the SVM chain has been read; null before the first read'),
  winnerSettlement: z
    .record(z.string(), z.int())
    .nullable()
    .describe('Wins of such tickets by settlement state; always null'),
})
