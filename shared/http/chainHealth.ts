import type { ErrorCode } from '../../schema/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../errors/ApiError.ts'

/** The state of the chain as seen from here: its newest block, or why none can be read. */
export type ChainHealth =
  | {
      readonly chainId: number
      readonly reachable: true
      readonly blockNumber: string
      /** Unix seconds. */
      readonly timestamp: number
      readonly ageSeconds: number
    }
  | { readonly chainId: number; readonly reachable: false; readonly error: ErrorCode }

/** Anyone may ask: a reading is reused for this long, and only one is made at a time. */
const KEEP_MS = 5000
/** How long a caller waits; the reading continues and serves the next caller. */
const PATIENCE_MS = 1500

/** Reads the newest block, at most once in five seconds. */
export function createChainHealth(
  chain: Pick<Chain, 'config' | 'read'>,
  now: () => number,
): (waitUntil: (work: Promise<unknown>) => void) => Promise<ChainHealth> {
  const { chainId } = chain.config
  const late = { reachable: false, error: 'upstream_timeout' } as const
  type Reading = typeof late | { reachable: false; error: ErrorCode } | { reachable: true; block: string; time: number }
  let last: Reading | undefined
  let readFrom = 0

  async function read(): Promise<void> {
    try {
      const { asOf } = await chain.read(() => ({}))
      last = { reachable: true, block: asOf.blockNumber, time: asOf.timestamp }
    } catch (error) {
      last = { reachable: false, error: error instanceof ApiError ? error.code : 'internal_error' }
    }
  }

  return async (waitUntil) => {
    if (now() >= readFrom) {
      readFrom = now() + KEEP_MS
      const reading = read()
      waitUntil(reading)
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    }
    const seen = last ?? late
    if (!seen.reachable) return { chainId, ...seen }
    const ageSeconds = Math.max(0, Math.floor(now() / 1000) - seen.time)
    return { chainId, reachable: true, blockNumber: seen.block, timestamp: seen.time, ageSeconds }
  }
}
