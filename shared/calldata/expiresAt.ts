import type * as z from 'zod'
import { type Expiry, STALE_SECONDS } from '../../schema/expiry.ts'
import type { AsOf } from '../chain/chain.ts'
import type { ChainConfig } from '../chain/config.ts'

/** From when on an answer is not right, as far as the chain shows: an end, a start, a deadline. */
export interface Bounds {
  readonly block?: bigint
  /** Unix seconds. */
  readonly times?: readonly bigint[]
}

/**
 * When an answer stops being right: at the first of the bounds that lies ahead of its block, or without one after a stated
 * time, in which balances, allowances and prices are expected to hold; null when no node answered.
 */
export function expiresAt(
  asOf: AsOf | null,
  { blockTimeMs }: Pick<ChainConfig, 'blockTimeMs'>,
  { block, times = [] }: Bounds = {},
  seconds: number = STALE_SECONDS.build,
): z.output<typeof Expiry> | null {
  if (!asOf) return null
  const [at, now] = [BigInt(asOf.blockNumber), BigInt(asOf.timestamp)]
  const end = block !== undefined && block > at ? block : null
  const time = times.reduce<bigint | null>(
    (first, one) => (one > now && (first === null || one < first) ? one : first),
    null,
  )
  if (end !== null || time !== null)
    return { block: end === null ? null : String(end), time: time === null ? null : Number(time) }
  const blocks = blockTimeMs > 0 ? BigInt(Math.ceil((seconds * 1000) / blockTimeMs)) : null
  return { block: blocks === null ? null : String(at + blocks), time: asOf.timestamp + seconds }
}
