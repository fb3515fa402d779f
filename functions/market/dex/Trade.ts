import { zeroAddress, type Address } from 'viem'
import type { GivenAmount } from '../../../schema/tokenAmount.ts'

/** A trade to quote. Amounts are base units of the token whose amount is fixed. */
export interface Trade<A = bigint> {
  /** The zero address stands for the native currency. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Which side `amount` fixes. */
  readonly kind: 'exactInput' | 'exactOutput'
  readonly amount: A
  /** The only route to consider. */
  readonly path?: Path | undefined
}

/** A trade as a request gives it: its amount may be in whole tokens, which need the token's decimals. */
export type WantedTrade = Trade<GivenAmount>

/** The pools of a route by their fees, first to last, and the token between two of them. */
export interface Path {
  readonly fees: readonly number[]
  readonly through?: Address | undefined
}

/** The native currency, as the address of a token. */
export const NATIVE = zeroAddress

/** Fee tiers of Uniswap v3 in hundredths of a basis point. */
export const FEE_TIERS = [100, 500, 3000, 10_000] as const

/** A pool that exists, with its price, in the direction of a trade. */
export interface KnownPool {
  readonly pool: Address
  /** Hundredths of a basis point. */
  readonly fee: number
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Decimals of tokenIn and tokenOut. */
  readonly decimals: readonly [number | null, number | null]
  /** Square root of token1 per token0 in base units, times 2^96, before the trade. */
  readonly sqrtPriceX96: bigint
}

/** One pool of a route. */
export interface Hop extends KnownPool {
  readonly sqrtPriceX96After: bigint
  readonly ticksCrossed: number
}

/** One or two pools, with the cost and output of a trade through them. */
export interface Route {
  readonly hops: readonly Hop[]
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Gas that the pools used in the quoter. */
  readonly gas: bigint
}
