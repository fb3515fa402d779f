import { parseAbi, type Address } from 'viem'
import { creatorVaultAbi } from '../../shared/domain/vault/creatorVaultAbi.ts'
import { erc20Abi } from '../../shared/abi/erc20.ts'
import { lendpoolAbi, lendpoolInfoAbi } from '../../shared/domain/lendpool/lendpoolAbi.ts'
import { lpVaultAbi, lpVaultFactoryAbi } from '../../shared/domain/lpstrat/lpVaultAbi.ts'
import { oracleAbi } from '../../shared/domain/vault/oracleAbi.ts'
import { lpStrategyAbi } from '../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { strategyAbi } from '../../shared/domain/vault/strategyAbi.ts'
import { uniswapV3PoolAbi } from '../../shared/abi/uniswapV3.ts'
import type { Describe, Ref, Resolved } from '../../shared/chain/calls.ts'
import type { ChainConfig } from '../../shared/chain/config.ts'

type Roles = ChainConfig['contracts']

/** asset() without a result: it "succeeds" on any address that does not revert, one without code included. */
const callAbi = parseAbi(['function asset() view'])

/** The reads behind a liquidity strategy: its own, its LP vault's, its loan's, and what its vault books of it. */
export const strategyCalls = ({ at }: Describe, strategy: Address, roles: Roles) => {
  const any = at(strategy, strategyAbi)
  const own = at(strategy, lpStrategyAbi)
  const [asset, usdc, assetOracle, swapPool] = [any('asset'), own('USDC'), own('assetOracle'), own('swapPool')]
  const [charmVault, lpVault] = [own('charmVault'), own('lpVault')]
  return {
    accepted: at(strategy, callAbi)('asset'),
    owner: any('owner'),
    asset,
    isActive: any('isActive'),
    isValuationReady: any('isValuationReady'),
    totalAssets: any('getTotalAssets'),
    activeFlag: own('active'),
    creator: own('CREATOR'),
    namedAsset: own('ASSET'),
    assetDecimals: at(asset, erc20Abi)('decimals'),
    idleAsset: at(asset, erc20Abi)('balanceOf', [strategy]),
    usdc,
    usdcDecimals: at(usdc, erc20Abi)('decimals'),
    idleUsdc: at(usdc, erc20Abi)('balanceOf', [strategy]),
    dexRouter: own('UNISWAP_ROUTER'),
    uniFactory: own('uniFactory'),
    dexFactory: own('dexFactory'),
    swapPool,
    swapPoolFactory: at(swapPool, uniswapV3PoolAbi)('factory'),
    autoFeeTier: own('autoFeeTier'),
    maxSwapPercent: own('maxSwapPercent'),
    swapSlippageBps: own('swapSlippageBps'),
    depositSlippageBps: own('depositSlippageBps'),
    swapPoolFee: own('swapPoolFee'),
    assetOracle,
    oraclePrice: at(assetOracle, oracleAbi)('getAssetPrice'),
    // Generations name the LP vault differently; reads of the one that is not there are not made.
    charmVault: lpVaultCalls({ at }, charmVault, strategy, roles),
    lpVault: lpVaultCalls({ at }, lpVault, strategy, roles),
    loan: loanCalls({ at }, strategy, roles),
    allocation: allocationCalls({ at }, own('vault'), strategy),
  }
}

const lpVaultCalls = ({ at }: Pick<Describe, 'at'>, address: Ref<Address>, strategy: Address, roles: Roles) => {
  const lp = at(address, lpVaultAbi)
  const [poolAddress, token0, token1] = [lp('pool'), lp('token0'), lp('token1')]
  const pool = at(poolAddress, uniswapV3PoolAbi)
  return {
    address,
    recognized: roles.lpVaultFactory ? at(roles.lpVaultFactory, lpVaultFactoryAbi)('isVault', [address]) : null,
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
    manager: lp('manager'),
    pendingManager: lp('pendingManager'),
    rebalanceDelegate: lp('rebalanceDelegate'),
    lastTimestamp: lp('lastTimestamp'),
    period: lp('period'),
  }
}

const loanCalls = ({ at }: Pick<Describe, 'at'>, strategy: Address, roles: Roles) => {
  const own = at(strategy, lpStrategyAbi)
  const pool = own('ajnaPool')
  const info = roles.lendpoolInfo && at(roles.lendpoolInfo, lendpoolInfoAbi)
  return {
    pool,
    quoteToken: at(pool, lendpoolAbi)('quoteTokenAddress'),
    collateralToken: at(pool, lendpoolAbi)('collateralAddress'),
    borrowEnabled: own('ajnaBorrowEnabled'),
    maxDebt: own('ajnaMaxDebt'),
    minCollateralRatioBps: own('ajnaMinCollateralRatioBps'),
    position: own('getAjnaPosition'),
    borrower: info ? info('borrowerInfo', [pool, strategy]) : null,
    prices: info ? info('poolPricesInfo', [pool]) : null,
  }
}

const allocationCalls = ({ at }: Pick<Describe, 'at'>, vault: Ref<Address>, strategy: Address) => {
  const book = at(vault, creatorVaultAbi)
  return {
    vault,
    totalWeight: book('totalStrategyWeight'),
    weight: book('strategyWeights', [strategy]),
    debt: book('strategyDebt', [strategy]),
    maxAssets: book('strategyMaxAssets', [strategy]),
    activeInVault: book('activeStrategies', [strategy]),
    impaired: book('strategyImpaired', [strategy]),
  }
}

/** What was read; null where a contract does not answer. */
export type StrategyReads = Resolved<ReturnType<typeof strategyCalls>>
export type LpVaultReads = Resolved<ReturnType<typeof lpVaultCalls>>
export type LoanReads = Resolved<ReturnType<typeof loanCalls>>
export type AllocationReads = Resolved<ReturnType<typeof allocationCalls>>
