import * as z from 'zod'

/** What goes wrong at the identity provider, until told otherwise. */
export const Faults = z.strictObject({
  /** Every answer comes so many milliseconds late. */
  slowMs: z.int().min(0).max(60_000).optional(),
  /** Every call is answered with this status. */
  status: z.int().min(400).max(599).optional(),
  /** No code is right. */
  wrongCode: z.boolean().optional(),
  /** All launch data is too old. */
  staleLaunchData: z.boolean().optional(),
  /** Users are shown without their chat account. */
  hideChatapp: z.boolean().optional(),
})

export type Faults = z.output<typeof Faults>
