import { type Address, getAddress } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import { deepest, type MarketPool, marketPools } from './marketPools.ts'
import { sqrtPriceRatio } from '../../../shared/domain/dex/ticks.ts'
import { invert, shiftDecimals, toDecimal } from '../../../shared/domain/dex/Ratio.ts'
import type { TrendMetricsRow } from '../store/trendMetrics.ts'
import { lower } from '../../../shared/text/address.ts'
import type { TrendContext } from './TrendContext.ts'

/** Coins of one page: as many as one upstream request reads. */
export const COINS_AT_ONCE = 20

interface Measured {
  /** Absent if there is no coin. */
  readonly asOf?: AsOf
  readonly measured: number
  readonly unreadable: number
  /** Coins that have not been read since this began. */
  readonly remaining: number
}

/**
 * Reads the coins with the oldest readings, at one block in one upstream request, and stores the readings. A coin that does
 * not answer as a token keeps its last reading, and is read again after the others.
 *
 * Throws store_unavailable, role_not_configured for a dexFactory that is not a factory, and what a chain read throws; then
 * nothing is stored.
 */
export async function measureCoins({
  chain,
  trendMetrics,
  now,
}: Pick<TrendContext, 'chain' | 'trendMetrics' | 'now'>): Promise<Measured> {
  const began = Math.floor(now() / 1000)
  const due = await trendMetrics.due(COINS_AT_ONCE)
  if (due.length === 0) return { measured: 0, unreadable: 0, remaining: 0 }
  const { dexFactory, usdc } = chain.config.contracts
  const coins = due.map((row) => ({ row, coin: getAddress(row.deployedCoin ?? row.predictedCoin) }))
  const { value, asOf } = await chain.read((describe) => ({
    usdDecimals: usdc === undefined ? null : describe.at(usdc, erc20Abi)('decimals'),
    coins: Object.fromEntries(coins.map(({ coin }) => [coin, callsOf(describe, coin, dexFactory, usdc)])),
  }))
  const readings = coins.flatMap(({ coin }) => {
    const { totalSupply = null, decimals = null, pools = null } = value.coins[coin] ?? {}
    if (totalSupply === null || decimals === null) return []
    const pool = pools && dexFactory ? deepest(dexFactory, pools) : null
    const prices = { totalSupply, decimals, usdDecimals: value.usdDecimals, usdc }
    return [
      {
        coin: lower(coin),
        takenAt: asOf.timestamp,
        block: Number(asOf.blockNumber),
        totalSupply: String(totalSupply),
        decimals,
        pool: pool && lower(pool.address),
        ...pricesOf(coin, pool, prices),
      },
    ]
  })
  const remaining = await trendMetrics.put(readings, due, { began, now: Math.floor(now() / 1000) })
  return { asOf, measured: readings.length, unreadable: coins.length - readings.length, remaining }
}

const callsOf = (describe: Describe, coin: Address, dexFactory: Address | undefined, usdc: Address | undefined) => {
  const token = describe.at(coin, erc20Abi)
  return {
    totalSupply: token('totalSupply'),
    decimals: token('decimals'),
    pools: dexFactory === undefined || usdc === undefined ? null : marketPools(describe, dexFactory, coin, usdc),
  }
}

interface Known {
  readonly totalSupply: bigint
  readonly decimals: number
  readonly usdDecimals: number | null
  readonly usdc: Address | undefined
}

/** Price of one coin and of the whole supply in dollars, as decimal numbers; null without a pool. */
function pricesOf(
  coin: Address,
  pool: MarketPool | null,
  { totalSupply, decimals, usdDecimals, usdc }: Known,
): Pick<TrendMetricsRow, 'priceUsd' | 'marketCapUsd'> {
  const ratio = sqrtPriceRatio(pool?.sqrtPriceX96 ?? null)
  if (!ratio || usdDecimals === null || usdc === undefined) return { priceUsd: null, marketCapUsd: null }
  const coinIsToken0 = coin.toLowerCase() < usdc.toLowerCase()
  const price = shiftDecimals(coinIsToken0 ? ratio : invert(ratio), decimals - usdDecimals)
  const all = shiftDecimals({ over: price.over * totalSupply, under: price.under }, -decimals)
  return { priceUsd: toDecimal(price), marketCapUsd: toDecimal(all) }
}
