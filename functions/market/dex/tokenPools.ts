import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { notAFactory } from './poolCalls.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { swapRouterAbi } from '../../../shared/domain/dex/swapRouter.ts'
import { FEE_TIERS } from './Trade.ts'

/** One pool of a token with another one, if there is one. */
const pairCalls = (
  { at, times, word }: Describe,
  factory: Address,
  token: Address,
  other: Address | Ref<Address>,
  fee: number,
) => {
  const address = at(factory, uniswapV3FactoryAbi)('getPool', [token, other, fee])
  const call = at(address, uniswapV3PoolAbi)
  const found = times(word<bigint>(address, 0), 1, () => {
    const [token0, token1] = [call('token0'), call('token1')]
    const part = (of: Ref<Address>) => ({
      ...tokenCalls({ at }, of),
      held: at(of, erc20Abi)('balanceOf', [address]),
    })
    return { slot0: call('slot0'), liquidity: call('liquidity'), token0: part(token0), token1: part(token1) }
  })
  return { address, found }
}

/** The pools of a token with the tokens that routes go through: the wrapped native currency, dollars, the creator coin. */
export function tokenPoolCalls(describe: Describe, chain: Chain, token: Address) {
  const { usdc, creatorCoin } = chain.config.contracts
  const weth = describe.at(chain.role('dexRouter'), swapRouterAbi)('WETH9')
  const call = describe.at(token, erc20Abi)
  const others = Object.entries({ weth, usdc, creatorCoin }).flatMap(([name, other]) =>
    other === undefined || other === token
      ? []
      : FEE_TIERS.map(
          (fee) => [`${name} ${fee}`, pairCalls(describe, chain.role('dexFactory'), token, other, fee)] as const,
        ),
  )
  return {
    weth,
    token: {
      name: call('name'),
      symbol: call('symbol'),
      decimals: call('decimals'),
      totalSupply: call('totalSupply'),
    },
    pools: Object.fromEntries(others),
  }
}

export type TokenPoolReads = Resolved<ReturnType<typeof tokenPoolCalls>>
type Found = TokenPoolReads['pools'][string]['found'][number]
type Side = Found['token0']
const isKnown = (side: Side): side is Side & { address: Address } => side.address !== null

/** A pool, with what it holds of both tokens. */
export interface TokenPool {
  readonly address: Address
  readonly fee: number
  readonly token0: Side & { readonly address: Address }
  readonly token1: Side & { readonly address: Address }
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
}

/**
 * The pools that exist, largest balance of the token first. Throws role_not_configured if the factory is not one.
 */
export function tokenPoolsOf(factory: Address, token: Address, { pools }: TokenPoolReads): TokenPool[] {
  const existing = Object.entries(pools).flatMap(([name, { address, found }]): TokenPool[] => {
    if (address === null) throw notAFactory(factory)
    const [pool] = found
    if (!pool?.slot0 || pool.liquidity === null) return []
    const { token0, token1, liquidity } = pool
    if (!isKnown(token0) || !isKnown(token1)) return []
    const [sqrtPriceX96, tick] = pool.slot0
    return [{ address, fee: Number(name.split(' ')[1]), token0, token1, sqrtPriceX96, tick, liquidity }]
  })
  const heldBy = ({ token0, token1 }: TokenPool): bigint =>
    (token0.address.toLowerCase() === token.toLowerCase() ? token0.held : token1.held) ?? 0n
  return existing.toSorted((a, b) => Number(heldBy(b) > heldBy(a)) - Number(heldBy(b) < heldBy(a)))
}
