import type { TokenPool } from './tokenPools.ts'
import type { Pool } from './poolCalls.ts'
import { type Ratio, shiftDecimals, toDecimal } from '../../../shared/domain/dex/Ratio.ts'
import { sqrtPriceRatio } from '../../../shared/domain/dex/ticks.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

export const describeToken = ({ address, symbol, decimals }: TokenLabel) => ({
  address,
  symbol: plainTextOrNull(symbol, 64),
  decimals,
})

interface Pair {
  readonly token0: Pick<TokenLabel, 'decimals'>
  readonly token1: Pick<TokenLabel, 'decimals'>
}

/** Whole token1 for one whole token0, from token1 per token0 in base units; null if a token has no decimals. */
export const wholePrice = ({ token0, token1 }: Pair, ratio: Ratio | null): string | null =>
  ratio && token0.decimals !== null && token1.decimals !== null
    ? toDecimal(shiftDecimals(ratio, token0.decimals - token1.decimals))
    : null

/** A pool as answers show it; balances are null if they were not read. */
export function describePool(pool: Pool | TokenPool) {
  const { address, fee, token0, token1, sqrtPriceX96, tick, liquidity } = pool
  return {
    pool: address,
    fee,
    token0: describeToken(token0),
    token1: describeToken(token1),
    sqrtPriceX96: String(sqrtPriceX96),
    price: wholePrice(pool, sqrtPriceRatio(sqrtPriceX96)),
    tick,
    liquidity: String(liquidity),
    balance0: 'held' in token0 ? decimal(token0.held) : null,
    balance1: 'held' in token1 ? decimal(token1.held) : null,
  }
}
