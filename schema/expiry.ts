import { z } from '@hono/zod-openapi'
import { Amount } from './common.ts'

/** Seconds after its block in which an answer is taken to be right where nothing on the chain says until when it is. */
export const STALE_SECONDS = { build: 300, quote: 30 } as const

export const Expiry = z
  .object({
    block: Amount.nullable().openapi({
      description: 'The first block in which it is no longer right; null where time alone decides',
      example: '23456939',
    }),
    time: z.int().nullable().openapi({
      description: 'Unix seconds from which it is no longer right; null where the block alone decides',
      example: 1780000300,
    }),
  })
  .openapi('Expiry')

/** `expiresAt` of a build or a quote; `rests` says on what it rests. */
export const expiresAt = (rests: string) =>
  Expiry.nullable().openapi({
    description: `When this stops being right, by block or by time, whichever comes first: ${rests}. To go on after it, send the same request again. null when no node answered`,
  })
