import type { TokenPool } from './tokenPools.ts'
import type { Pool } from './poolCalls.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { describeToken } from './describeQuote.ts'

/** A pool as answers show it; balances are null if they were not read. */
export function describePool(pool: Pool | TokenPool) {
  const { address, fee, token0, token1, sqrtPriceX96, tick, liquidity } = pool
  return {
    pool: address,
    fee,
    token0: describeToken(token0),
    token1: describeToken(token1),
    sqrtPriceX96: String(sqrtPriceX96),
    tick,
    liquidity: String(liquidity),
    balance0: 'held' in token0 ? decimal(token0.held) : null,
    balance1: 'held' in token1 ? decimal(token1.held) : null,
  }
}
