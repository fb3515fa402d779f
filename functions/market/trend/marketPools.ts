import { type Address, zeroAddress } from 'viem'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import { notAFactory } from '../dex/poolCalls.ts'
import { FEE_TIERS } from '../dex/Trade.ts'

/** The Uniswap v3 pools of two tokens, one for each fee tier, with liquidity and price. */
export const marketPools = (
  { at, word }: Pick<Describe, 'at' | 'word'>,
  factory: Address,
  coin: Address | Ref<Address>,
  other: Address,
) =>
  Object.fromEntries(
    FEE_TIERS.map((fee) => {
      const address = at(factory, uniswapV3FactoryAbi)('getPool', [coin, other, fee])
      const pool = at(address, uniswapV3PoolAbi)
      return [
        String(fee),
        {
          address,
          liquidity: pool('liquidity'),
          sqrtPriceX96: word<bigint>(pool('slot0'), 0),
        },
      ]
    }),
  )

export interface MarketPool {
  readonly address: Address | null
  readonly liquidity: bigint | null
  readonly sqrtPriceX96: bigint | null
}

/** The pool with the most liquidity; null if none has any. Throws role_not_configured if the contract is not a Uniswap v3 factory. */
export function deepest(
  factory: Address,
  pools: Readonly<Record<string, MarketPool>>,
): (MarketPool & { readonly address: Address }) | null {
  if (Object.values(pools).some(isUnknown)) throw notAFactory(factory)
  const open = Object.values(pools).filter(
    (pool): pool is MarketPool & { address: Address; liquidity: bigint } =>
      pool.address !== null && (pool.liquidity ?? 0n) > 0n,
  )
  return open.toSorted((a, b) => (a.liquidity < b.liquidity ? 1 : -1))[0] ?? null
}

/** Whether the factory does not answer, or names a pool whose liquidity cannot be read. */
const isUnknown = ({ address, liquidity }: MarketPool): boolean =>
  address === null || (address !== zeroAddress && liquidity === null)
