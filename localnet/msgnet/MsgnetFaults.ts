import * as z from 'zod'

/** What goes wrong at the gateway of the message network, until told otherwise. */
export const MsgnetFaults = z.strictObject({
  /** Only here; everywhere if absent. */
  at: z.enum(['conversations', 'messages', 'replies']).optional(),
  /** Every answer comes so many milliseconds late. */
  slowMs: z.int().min(0).max(60_000).optional(),
  /** Every request is answered with this status, and nothing is done. */
  status: z.int().min(400).max(599).optional(),
  /** What is asked is done, but the connection is cut before the answer. */
  cut: z.boolean().optional(),
  /**
   * `unsigned`, `forged`, `replayed`: the answer is not signed, by another secret, or for an earlier request. `garbage`,
   * `huge`: it is no JSON, or too long. `agent`, `conversation`: it is of others. `order`, `twice`, `before`, `many`: its
   * items are out of order, repeated, before the place that was asked for, or too many.
   */
  lie: z
    .enum([
      'unsigned',
      'forged',
      'replayed',
      'garbage',
      'huge',
      'agent',
      'conversation',
      'order',
      'twice',
      'before',
      'many',
    ])
    .optional(),
})

export type MsgnetFaults = z.output<typeof MsgnetFaults>
