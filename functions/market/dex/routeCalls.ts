import type { Address } from 'viem'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { quoterAbi } from './quoterAbi.ts'
import { FEE_TIERS, type Trade } from './Trade.ts'

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
