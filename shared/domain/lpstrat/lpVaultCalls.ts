import type { Address } from 'viem'
import { erc20Abi } from '../../abi/standards.ts'
import { uniswapV3PoolAbi } from '../../abi/uniswapV3.ts'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { lpVaultAbi, lpVaultFactoryAbi } from './lpVaultAbi.ts'

type Target = Address | Ref<Address>

/** The reads that show who may rebalance an LP vault, and when. */
export const rebalancingCalls = ({ at }: Describe, lpVault: Target) => {
  const lp = at(lpVault, lpVaultAbi)
  return {
    manager: lp('manager'),
    pendingManager: lp('pendingManager'),
    rebalanceDelegate: lp('rebalanceDelegate'),
    lastTimestamp: lp('lastTimestamp'),
    period: lp('period'),
  }
}

/** Whether the factory made an LP vault; without a factory nothing is read. */
export const recognitionCall = ({ at }: Describe, factory: Address | undefined, lpVault: Target) =>
  factory === undefined ? null : at(factory, lpVaultFactoryAbi)('isVault', [lpVault])

/** The reads behind an LP vault and one strategy's share of it: its pool, its positions, its holdings. */
export const lpVaultCalls = (
  describe: Describe,
  address: Ref<Address>,
  strategy: Address,
  factory: Address | undefined,
) => {
  const { at } = describe
  const lp = at(address, lpVaultAbi)
  const [poolAddress, token0, token1] = [lp('pool'), lp('token0'), lp('token1')]
  const pool = at(poolAddress, uniswapV3PoolAbi)
  return {
    address,
    recognized: recognitionCall(describe, factory, address),
    pool: poolAddress,
    slot0: pool('slot0'),
    poolFee: pool('fee'),
    poolFactory: pool('factory'),
    token0,
    token0Decimals: at(token0, erc20Abi)('decimals'),
    token1,
    token1Decimals: at(token1, erc20Abi)('decimals'),
    baseLower: lp('baseLower'),
    baseUpper: lp('baseUpper'),
    limitLower: lp('limitLower'),
    limitUpper: lp('limitUpper'),
    fullLower: lp('fullLower'),
    fullUpper: lp('fullUpper'),
    totalAmounts: lp('getTotalAmounts'),
    totalSupply: lp('totalSupply'),
    maxTotalSupply: lp('maxTotalSupply'),
    strategyShares: lp('balanceOf', [strategy]),
    ...rebalancingCalls(describe, address),
  }
}

/** The values read; null if a contract does not answer. */
export type LpVaultReads = Resolved<ReturnType<typeof lpVaultCalls>>
