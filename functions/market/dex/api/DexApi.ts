import type { Address } from 'viem'
import type { Trade } from '../Trade.ts'

/** One pool of a route that the trading API claims; nothing of it is verified. */
export interface ClaimedHop {
  readonly pool: Address
  readonly fee: number
  readonly tokenIn: Address
  readonly tokenOut: Address
}

/** The used part of a trading API's answer: the pools of one route. */
export interface ClaimedRoute {
  /** Tokens of the trade, as the API understood it. */
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly hops: readonly [ClaimedHop] | readonly [ClaimedHop, ClaimedHop]
}

export interface DexApi {
  /**
   * One or two pools of Uniswap v3 for a trade; null where the API has no route, or only one of another kind: split, through
   * more pools or those of other protocols, or an order. Throws ProviderFailure.
   */
  findRoute(trade: Trade, swapper: Address): Promise<ClaimedRoute | null>
}
