import type { Chain } from '../chain/chain.ts'
import { ApiError } from '../errors/ApiError.ts'
import type { IndexStanding } from '../store/indexStandings.ts'

/** How often an answer looks whether the index has come to a block, and how long it waits in between. */
const LOOKS = 10
const PAUSE_MS = 200
/** Blocks beyond the last one that the index's job saw that may exist by now, besides what the clock says. */
const AHEAD = 64

interface Waiting {
  readonly chain: Pick<Chain, 'config'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * How far the index is, once it has come to a block: for answers of which a part is in the index alone. It waits for two
 * seconds at most, and not for a block that cannot exist yet. Null if `look` finds that the index cannot be used at all.
 *
 * Throws behind_requested_block, and what `look` throws.
 */
export async function waitForIndex<S extends Pick<IndexStanding, 'block' | 'headNumber' | 'checkedAt'>>(
  { chain, now }: Waiting,
  minBlock: number,
  look: () => Promise<S | null>,
): Promise<S | null> {
  for (let looks = 1; ; looks++) {
    const standing = await look()
    if (!standing || standing.block >= minBlock) return standing
    const sinceLook = Math.max(0, now() - 1000 * standing.checkedAt)
    const newest = standing.headNumber + AHEAD + Math.ceil(sinceLook / Math.max(1, chain.config.blockTimeMs))
    if (looks === LOOKS || minBlock > newest)
      throw new ApiError('behind_requested_block', `the log index has reached block ${standing.block}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
