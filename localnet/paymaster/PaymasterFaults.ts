import * as z from 'zod'

/** What goes wrong at the paymaster service, until told otherwise. */
export const PaymasterFaults = z.strictObject({
  /** Every call is answered with this status, and nothing is done. */
  status: z.int().min(400).max(599).optional(),
  /** Every call waits so many milliseconds before it is dealt with. */
  slowMs: z.int().min(0).max(60_000).optional(),
  /** The connection is cut before the answer. */
  cut: z.boolean().optional(),
  /**
   * `refused`: answers with an error of its own. `id`: answers another call. `version`: answers with the fields of another
   * EntryPoint. `entryPoint`: names a paymaster of another EntryPoint. `final`: calls a stub final. `gas`: asks for more gas
   * than anybody has. `garbage`: says nothing that makes sense. `long`: does not stop.
   */
  lie: z.enum(['refused', 'id', 'version', 'entryPoint', 'final', 'gas', 'garbage', 'long']).optional(),
})
export type PaymasterFaults = z.output<typeof PaymasterFaults>
