import { type Address, parseAbi, encodePacked, type Hex } from 'viem'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { FEE_TIERS, type Trade, type Hop } from './Trade.ts'

/** Uniswap's QuoterV2 (swap-router-contracts). Its quotes run a swap and revert it, so they are not view functions. */
export const quoterAbi = parseAbi([
  'struct QuoteExactInputSingleParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'struct QuoteExactOutputSingleParams { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function factory() view returns (address)',
  'function quoteExactInputSingle(QuoteExactInputSingleParams params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
  'function quoteExactOutputSingle(QuoteExactOutputSingleParams params) returns (uint256 amountIn, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
  'function quoteExactOutput(bytes path, uint256 amountOut) returns (uint256 amountIn, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
])

/** Tokens and fees as Uniswap packs them, from the side whose amount is fixed (v3-periphery, Path.sol). */
export function encodePath(hops: readonly Pick<Hop, 'tokenIn' | 'tokenOut' | 'fee'>[], kind: Trade['kind']): Hex {
  const ordered = kind === 'exactInput' ? hops : hops.toReversed()
  const parts = ordered.map(({ tokenIn, tokenOut, fee }) =>
    kind === 'exactInput' ? { from: tokenIn, to: tokenOut, fee } : { from: tokenOut, to: tokenIn, fee },
  )
  const [first] = parts
  if (!first) throw new Error('a route has at least one pool')
  return parts.reduce<Hex>(
    (path, { fee, to }) => encodePacked(['bytes', 'uint24', 'address'], [path, fee, to]),
    encodePacked(['address'], [first.from]),
  )
}

type Token = Address | Ref<Address>
type Fees = readonly number[]

/** The contracts that know pools and quote them. */
export interface Dex {
  readonly factory: Address
  readonly quoter: Address
  readonly router: Address
}

/** A trade whose amount may come from a call. */
type RequestedTrade = Pick<Trade<bigint | Ref<bigint>>, 'kind' | 'amount'>

/** The two ends of a trade as tokens, without the native currency. */
interface Ends {
  readonly tokenIn: Token
  readonly tokenOut: Token
}

const byFee = <T>(fees: Fees, part: (fee: number) => T): Record<string, T> =>
  Object.fromEntries(fees.map((fee) => [String(fee), part(fee)]))

/** The same for each of some pools by fee. */
const ofEach = <P, T>(pools: Record<string, P>, part: (pool: P, fee: number) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(pools).map(([fee, pool]) => [fee, part(pool, Number(fee))]))

/** The pools of two tokens, and the state of those that exist. */
const poolCalls = ({ at, times, word }: Describe, { factory }: Dex, one: Token, other: Token, fees: Fees) =>
  byFee(fees, (fee) => {
    const address = at(factory, uniswapV3FactoryAbi)('getPool', [one, other, fee])
    const count = word<bigint>(address, 0)
    return { address, count, state: times(count, 1, () => ({ slot0: at(address, uniswapV3PoolAbi)('slot0') })) }
  })

/** One quote through one pool; in either direction its result begins with the amount of the other side. */
const quoteCall = (
  { simulate }: Describe,
  { quoter }: Dex,
  { kind }: Pick<Trade, 'kind'>,
  { tokenIn, tokenOut }: Ends,
  { amount, fee }: { readonly amount: bigint | Ref<bigint>; readonly fee: number },
) => {
  const params = { tokenIn, tokenOut, fee, sqrtPriceLimitX96: 0n }
  const call = simulate(quoter, quoterAbi)
  return kind === 'exactInput'
    ? call('quoteExactInputSingle', [{ ...params, amountIn: amount }])
    : call('quoteExactOutputSingle', [{ ...params, amount }])
}

/** Every single pool of the tokens with its quote; only existing pools are quoted. */
export function directCalls(describe: Describe, dex: Dex, ends: Ends, trade: RequestedTrade, fees: Fees = FEE_TIERS) {
  const pools = poolCalls(describe, dex, ends.tokenIn, ends.tokenOut, fees)
  const quotes = ofEach(pools, ({ count }, fee) =>
    describe.times(count, 1, () => ({
      quote: quoteCall(describe, dex, trade, ends, { amount: trade.amount, fee }),
    })),
  )
  return { pools, quotes }
}

/**
 * Every pair of pools that meet in a token, with quotes: the pool at the side whose amount is fixed comes first, and its
 * result is the amount of the other one. The pools differ, so neither changes the other.
 */
export function throughCalls(
  describe: Describe,
  dex: Dex,
  ends: Ends,
  middle: Token,
  trade: RequestedTrade,
  [first, last]: readonly [Fees, Fees] = [FEE_TIERS, FEE_TIERS],
) {
  const poolsIn = poolCalls(describe, dex, ends.tokenIn, middle, first)
  const poolsOut = poolCalls(describe, dex, middle, ends.tokenOut, last)
  const [into, outOf] = [
    { ...ends, tokenOut: middle },
    { ...ends, tokenIn: middle },
  ]
  const isInput = trade.kind === 'exactInput'
  const [near, far] = isInput ? [into, outOf] : [outOf, into]
  const [nearPools, farPools] = isInput ? [poolsIn, poolsOut] : [poolsOut, poolsIn]
  const quotes = ofEach(nearPools, ({ count }, fee) =>
    describe.times(count, 1, () => {
      const quote = quoteCall(describe, dex, trade, near, { amount: trade.amount, fee })
      const amount = describe.word<bigint>(quote, 0)
      const next = ofEach(farPools, ({ count: others }, farFee) =>
        describe.times(others, 1, () => ({
          quote: quoteCall(describe, dex, trade, far, { amount, fee: farFee }),
        })),
      )
      return { quote, next }
    }),
  )
  return { poolsIn, poolsOut, quotes }
}

export type DirectReads = Resolved<ReturnType<typeof directCalls>>
export type ThroughReads = Resolved<ReturnType<typeof throughCalls>>
export type PoolReads = DirectReads['pools'][string]
export type Quoted = DirectReads['quotes'][string][number]['quote']
