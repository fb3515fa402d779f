import type { z } from '@hono/zod-openapi'
import { formatUnits } from 'viem'
import type { LpStrategy, lpstrat } from '../../schema/lpstrat.ts'
import { knownAddress } from '../../shared/chain/knownAddress.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { describeLoan } from './describeLoan.ts'
import { describeLpVault, positionOf } from './describeLpVault.ts'
import { rangeOf } from './rangeOf.ts'
import { requireLpStrategy } from './requireLpStrategy.ts'
import { strategyCalls, type AllocationReads, type StrategyReads } from './strategyCalls.ts'

/**
 * A liquidity strategy: its settings, and what stands behind them, from the strategy itself, its LP vault and that one's
 * Uniswap v3 pool, its lending pool (and the pool's info contract, where configured), its oracle, and the book of its vault
 * (strategyWeights, strategyDebt, strategyMaxAssets, activeStrategies, strategyImpaired). What a generation of the contract
 * does not have is null.
 *
 * Throws not_a_strategy, not_a_contract, and what a chain read throws.
 */
export const getLpStrategy: Handler<typeof lpstrat.getLpStrategy> = async ({ params: { address } }, { chain }) => {
  const { value, asOf } = await chain.read((describe) => strategyCalls(describe, address, chain.config.contracts))
  requireLpStrategy(address, value, asOf)
  const lpVault = knownAddress(value.charmVault.address) ? value.charmVault : value.lpVault
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      strategy: address,
      owner: knownAddress(value.owner),
      vault: knownAddress(value.allocation.vault),
      asset: knownAddress(value.asset),
      isActive: value.isActive,
      activeFlag: value.activeFlag,
      isValuationReady: value.isValuationReady,
      ...settings(value),
      oracle: oracleOf(value),
      totals: {
        totalAssetsCreatorWei: decimal(value.totalAssets),
        idleCreatorWei: decimal(value.idleAsset),
        idleUsdc: decimal(value.idleUsdc),
      },
      inRange: rangeOf(lpVault, value),
      position: positionOf(lpVault),
      lpVault: describeLpVault(lpVault),
      lendpool: describeLoan(value.loan),
      allocation: allocationOf(value.allocation),
    },
  }
}

type Answer = z.output<typeof LpStrategy>

function settings(value: StrategyReads): Pick<Answer, 'tokens' | 'routers' | 'params'> {
  const { charmVault, lpVault } = value
  const factories = [
    value.uniFactory,
    value.dexFactory,
    value.swapPoolFactory,
    charmVault.poolFactory,
    lpVault.poolFactory,
  ]
  return {
    tokens: {
      creator: knownAddress(value.creator) ?? knownAddress(value.namedAsset) ?? knownAddress(value.asset),
      creatorDecimals: value.assetDecimals,
      usdc: knownAddress(value.usdc),
      usdcDecimals: value.usdcDecimals,
    },
    routers: {
      dexRouter: knownAddress(value.dexRouter),
      dexFactory: factories.map(knownAddress).find((factory) => factory !== null) ?? null,
      autoFeeTier: value.autoFeeTier,
    },
    params: {
      maxSwapPercent: decimal(value.maxSwapPercent),
      swapSlippageBps: decimal(value.swapSlippageBps),
      depositSlippageBps: decimal(value.depositSlippageBps),
      swapPoolFee: decimal(value.swapPoolFee),
      swapPool: knownAddress(value.swapPool),
      lpVault: knownAddress(charmVault.address) ?? knownAddress(lpVault.address),
    },
  }
}

function oracleOf({ assetOracle, oraclePrice }: StrategyReads): Answer['oracle'] {
  const [price, timestamp] = oraclePrice ?? []
  const known = price !== undefined && timestamp !== undefined && price > 0n
  return {
    address: knownAddress(assetOracle),
    priceUsd: known ? formatUnits(price, 18) : null,
    priceTimestamp: known ? String(timestamp) : null,
  }
}

function allocationOf(reads: AllocationReads): Answer['allocation'] {
  const { weight, totalWeight, debt, activeInVault } = reads
  if (weight === null && debt === null && activeInVault === null) return null
  return {
    weight: decimal(weight),
    weightBps:
      weight === null || !totalWeight || weight > totalWeight ? null : Number((weight * 10_000n) / totalWeight),
    debt: decimal(debt),
    maxAssets: decimal(reads.maxAssets),
    activeInVault,
    impaired: reads.impaired,
  }
}
