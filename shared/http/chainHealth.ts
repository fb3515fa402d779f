import type { ErrorCode } from '../../schema/errors.ts'
import type { Chain } from '../chain/chain.ts'
import { readItem } from '../chain/ReadBatch.ts'
import type { ChainHealth } from '../durable/statusBoard.ts'
import { ApiError } from '../errors/ApiError.ts'
import { requestScope } from '../log/requestScope.ts'
import { within } from './within.ts'

/** Anyone may ask: a reading is reused for this long, and only one is made at a time. */
const KEEP_MS = 5000
/** How long a caller waits: then the chain counts as out of reach, until the reading has ended. */
const PATIENCE_MS = 1500

/** Reads the newest block, at most once in `keepMs`: five seconds unless stated. */
export function createChainHealth(
  chain: Pick<Chain, 'config' | 'read'>,
  now: () => number,
  keepMs = KEEP_MS,
): (waitUntil: (work: Promise<unknown>) => void) => Promise<ChainHealth> {
  const { chainId } = chain.config
  const late = { reachable: false, error: 'upstream_timeout' } as const
  type Reading =
    typeof late | { reachable: false; error: ErrorCode } | { reachable: true; block: string; time: number; ms: number }
  let last: Reading | undefined
  let readFrom = 0

  async function read(): Promise<void> {
    const from = now()
    try {
      // All callers share it, so it is neither a read of a batch nor bound to a block that one of them names.
      const { asOf } = await readItem.exit(() => requestScope.exit(() => chain.read(() => ({}))))
      last = { reachable: true, block: asOf.blockNumber, time: asOf.timestamp, ms: now() - from }
    } catch (error) {
      last = { reachable: false, error: error instanceof ApiError ? error.code : 'internal_error' }
    }
  }

  return async (waitUntil) => {
    if (now() >= readFrom) {
      readFrom = now() + keepMs
      const reading = read()
      waitUntil(reading)
      await within(PATIENCE_MS, reading).catch(() => (last = late))
    }
    const seen = last ?? late
    if (!seen.reachable) return { chainId, ...seen }
    const ageSeconds = Math.max(0, Math.floor(now() / 1000) - seen.time)
    return { chainId, reachable: true, blockNumber: seen.block, timestamp: seen.time, ageSeconds, latencyMs: seen.ms }
  }
}
