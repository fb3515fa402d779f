import type { Address } from 'viem'
import { uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import { meanTick } from '../../../shared/domain/dex/ticks.ts'

/**
 * Observations of a pool at the ends of equal intervals before the block, one call each: those before its oldest
 * observation revert, and are null.
 */
export const observationCalls = ({ at }: Describe, pool: Address, interval: number, points: number) =>
  Object.fromEntries(
    Array.from({ length: points + 1 }, (_, i) => [`${i}`, at(pool, uniswapV3PoolAbi)('observe', [[i * interval]])]),
  )

type Observation = readonly [ticks: readonly bigint[], secondsPerLiquidity: readonly bigint[]] | null

/** The mean tick and liquidity of one interval; times in unix seconds. */
export interface Interval {
  readonly from: number
  readonly to: number
  readonly tick: number
  readonly liquidity: bigint
}

const MAX_UINT160 = 2n ** 160n - 1n
const MAX_UINT128 = 2n ** 128n - 1n

/** The intervals between observations, latest first, up to the first one that is missing; `now` in unix seconds. */
export function intervalsOf(
  observations: Readonly<Record<string, Observation>>,
  interval: number,
  points: number,
  now: number,
): Interval[] {
  const intervals: Interval[] = []
  for (let i = 0; i < points; i++) {
    const [after, before] = [observations[i], observations[i + 1]]
    const [tickAfter, tickBefore] = [after?.[0][0], before?.[0][0]]
    const [secondsAfter, secondsBefore] = [after?.[1][0], before?.[1][0]]
    if (
      tickAfter === undefined ||
      tickBefore === undefined ||
      secondsAfter === undefined ||
      secondsBefore === undefined
    )
      break
    intervals.push({
      from: now - (i + 1) * interval,
      to: now - i * interval,
      tick: meanTick(tickBefore, tickAfter, interval),
      liquidity: harmonicMean(secondsAfter - secondsBefore, interval),
    })
  }
  return intervals
}

/** Mean liquidity as Uniswap's OracleLibrary.consult has it; the accumulator wraps around at 160 bits. */
function harmonicMean(difference: bigint, seconds: number): bigint {
  const delta = BigInt.asUintN(160, difference)
  const mean = delta === 0n ? MAX_UINT128 : (BigInt(seconds) * MAX_UINT160) / (delta << 32n)
  return mean > MAX_UINT128 ? MAX_UINT128 : mean
}
