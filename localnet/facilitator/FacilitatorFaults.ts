import * as z from 'zod'

/** What goes wrong at the facilitator, until told otherwise. */
export const FacilitatorFaults = z.strictObject({
  /** Every call is answered with this status, and nothing is done. */
  status: z.int().min(400).max(599).optional(),
  /** Every call waits so many milliseconds before it is dealt with. */
  slowMs: z.int().min(0).max(60_000).optional(),
  /** What has become of a settlement is answered so many milliseconds later. */
  slowAnswerMs: z.int().min(0).max(60_000).optional(),
  /** Payments are settled, but the connection is cut before the answer. */
  cutAfterSettle: z.boolean().optional(),
  /**
   * `valid`: says of every payment that it is good. `settled`: says that it has settled what it has not. `failed`: settles, and
   * says that it has not. `refused`: does not settle, and says so for no reason. `garbage`: says nothing that makes sense.
   */
  lie: z.enum(['valid', 'settled', 'failed', 'refused', 'garbage']).optional(),
})
export type FacilitatorFaults = z.output<typeof FacilitatorFaults>
