import * as z from 'zod'

/** What goes wrong at the wallet provider, until told otherwise. */
export const CustodyFaults = z.strictObject({
  /** Every answer comes so many milliseconds late. */
  slowMs: z.int().min(0).max(60_000).optional(),
  /** Every call is answered with this status. */
  status: z.int().min(400).max(599).optional(),
  /** Wallets are made, but the connection is cut before the answer. */
  cutAfterCreate: z.boolean().optional(),
  /** Look-ups answer that there is no such wallet. */
  forgets: z.boolean().optional(),
  /** Answers are of the first wallet that was made, of another chain, under another external id, or no wallets at all. */
  lie: z.enum(['first', 'chain', 'externalId', 'garbage']).optional(),
})

export type CustodyFaults = z.output<typeof CustodyFaults>
