import { zeroAddress } from 'viem'
import type { DirectReads, PoolReads, Quoted, ThroughReads } from './routeCalls.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import type { Hop, KnownPool, Route, Trade } from './Trade.ts'

/** Pools that make a route, and what was quoted for them; null where the quote failed. */
export interface Candidate {
  readonly pools: readonly KnownPool[]
  /** In the order of the pools. */
  readonly quotes: readonly NonNullable<Quoted>[] | null
}

/** A token of a pool, without the native currency. */
type Token = Pick<TokenLabel, 'address' | 'decimals'>
type Ends = readonly [tokenIn: Token, tokenOut: Token]

/** A pool that exists and has had a price set; a pool without one trades nothing. */
function knownPool(fee: string, { address, state }: PoolReads, [tokenIn, tokenOut]: Ends): KnownPool | null {
  const sqrtPriceX96 = state[0]?.slot0?.[0] ?? 0n
  if (address === null || address === zeroAddress || sqrtPriceX96 === 0n) return null
  return {
    pool: address,
    fee: Number(fee),
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    decimals: [tokenIn.decimals, tokenOut.decimals],
    sqrtPriceX96,
  }
}

export function directCandidates({ pools, quotes }: DirectReads, ends: Ends): Candidate[] {
  return Object.entries(pools).flatMap(([fee, reads]) => {
    const pool = knownPool(fee, reads, ends)
    const quote = quotes[fee]?.[0]?.quote ?? null
    return pool ? [{ pools: [pool], quotes: quote && [quote] }] : []
  })
}

export function throughCandidates(
  { poolsIn, poolsOut, quotes }: ThroughReads,
  [tokenIn, tokenOut]: Ends,
  middle: Token,
  kind: Trade['kind'],
): Candidate[] {
  return Object.entries(poolsIn).flatMap(([feeIn, into]) =>
    Object.entries(poolsOut).flatMap(([feeOut, outOf]) => {
      const pools = [knownPool(feeIn, into, [tokenIn, middle]), knownPool(feeOut, outOf, [middle, tokenOut])] as const
      if (!pools[0] || !pools[1]) return []
      const [nearFee, farFee] = kind === 'exactInput' ? [feeIn, feeOut] : [feeOut, feeIn]
      const near = quotes[nearFee]?.[0]
      const [one, other] = [near?.quote ?? null, near?.next[farFee]?.[0]?.quote ?? null]
      const both = one && other && (kind === 'exactInput' ? [one, other] : [other, one])
      return [{ pools: [pools[0], pools[1]], quotes: both }]
    }),
  )
}

/** Prices at which a pool has nothing left to trade (TickMath of v3-core: MIN_SQRT_RATIO + 1, MAX_SQRT_RATIO - 1). */
const ENDS: readonly bigint[] = [4_295_128_740n, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n]

/** The route of a candidate; null if a quote failed, a pool cannot take or give all of the amount, or nothing comes out. */
export function routeOf({ pools, quotes }: Candidate, { kind, amount }: Pick<Trade, 'kind' | 'amount'>): Route | null {
  if (!quotes || quotes.some(([, after]) => ENDS.includes(after))) return null
  const other = (kind === 'exactInput' ? quotes.at(-1) : quotes[0])?.[0] ?? 0n
  if (other === 0n) return null
  const hops = pools.flatMap((pool, i): Hop[] => {
    const quote = quotes[i]
    if (!quote) return []
    const [, sqrtPriceX96After, ticksCrossed] = quote
    return [{ ...pool, sqrtPriceX96After, ticksCrossed }]
  })
  const gas = quotes.reduce((sum, [, , , used]) => sum + used, 0n)
  return kind === 'exactInput'
    ? { hops, amountIn: amount, amountOut: other, gas }
    : { hops, amountIn: other, amountOut: amount, gas }
}

/** The route with the most output or the least cost; of equal routes, the one with less gas. */
export function bestOf(routes: readonly Route[], kind: Trade['kind']): Route | null {
  const order = (a: Route, b: Route): bigint =>
    (kind === 'exactInput' ? b.amountOut - a.amountOut : a.amountIn - b.amountIn) || a.gas - b.gas
  return routes.toSorted((a, b) => Number(order(a, b) > 0n) - Number(order(a, b) < 0n))[0] ?? null
}
