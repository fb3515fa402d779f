import type { Address } from 'viem'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

/** A pool's own fields, and the factory's pool for the same tokens and fee. */
export function poolCalls({ at }: Describe, factory: Address, pool: Address) {
  const call = at(pool, uniswapV3PoolAbi)
  const [token0, token1, fee] = [call('token0'), call('token1'), call('fee')]
  return {
    token0: tokenCalls({ at }, token0),
    token1: tokenCalls({ at }, token1),
    fee,
    slot0: call('slot0'),
    liquidity: call('liquidity'),
    listed: at(factory, uniswapV3FactoryAbi)('getPool', [token0, token1, fee]),
  }
}

/** The error for a contract that does not answer as a factory: a factory answers with a pool or the zero address. */
export const notAFactory = (factory: Address): ApiError =>
  new ApiError('role_not_configured', `dexFactory ${factory} does not answer as a Uniswap v3 factory`)

/** A pool at one block. */
export interface Pool {
  readonly address: Address
  readonly token0: TokenLabel
  readonly token1: TokenLabel
  /** Hundredths of a basis point. */
  readonly fee: number
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
}

/**
 * The pool that was read. Throws not_a_pool for an address that is not a pool of the factory, role_not_configured if the
 * configured factory does not answer as one.
 */
export function poolOf(factory: Address, pool: Address, reads: Resolved<ReturnType<typeof poolCalls>>): Pool {
  const { token0, token1, fee, slot0, liquidity, listed } = reads
  if (fee !== null && token1.address !== null && listed === null) throw notAFactory(factory)
  const isListed = listed?.toLowerCase() === pool.toLowerCase()
  if (!isListed || token0.address === null || token1.address === null || fee === null || !slot0 || liquidity === null)
    throw new ApiError('not_a_pool', `pool: ${pool} is not a pool of the configured dexFactory`)
  const [sqrtPriceX96, tick] = slot0
  return {
    address: pool,
    token0: { ...token0, address: token0.address },
    token1: { ...token1, address: token1.address },
    fee,
    sqrtPriceX96,
    tick,
    liquidity,
  }
}
