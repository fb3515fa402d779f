import * as z from 'zod'
import { Amount } from './common.ts'

/** Seconds after its block until an answer expires, if nothing on the chain sets an earlier or later end. */
export const STALE_SECONDS = { build: 300, quote: 30 } as const

export const Expiry = z
  .object({
    block: Amount.nullable().meta({
      description:
        'Block when the answer expires: it is no longer right from this block on; `null` if only the time counts',
      example: '23456939',
    }),
    time: z.int().nullable().meta({
      description: 'Time when the answer expires, unix seconds; `null` if only the block counts',
      example: 1780000300,
    }),
  })
  .meta({ id: 'Expiry' })

/** `expiresAt` of a build or a quote; `reason` says what sets it. */
export const expiresAt = (reason: string, more = '') =>
  Expiry.nullable().describe(
    `When this answer expires, by block or by time, whichever comes first: ${reason}. After that, send the same request again${more}`,
  )
