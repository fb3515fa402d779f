/**
 * The mean tick over a window from a pool's two cumulative ticks, rounded toward minus infinity as Uniswap's
 * OracleLibrary.consult does.
 */
export function meanTick(before: bigint, after: bigint, seconds: number): number {
  const [delta, time] = [after - before, BigInt(seconds)]
  const tick = delta / time
  return Number(delta < 0n && delta % time !== 0n ? tick - 1n : tick)
}
