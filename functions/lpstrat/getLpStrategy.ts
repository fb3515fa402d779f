import type * as z from 'zod'
import { formatUnits } from 'viem'
import type { LpStrategy, lpstrat } from '../../schema/lpstrat/index.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { currentLpVault, currentOf } from '../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { rangeOf } from './rangeOf.ts'
import { requireLpStrategy, describedCalls, type DescribedReads } from './describedCalls.ts'
import { STRATEGY } from '../../shared/domain/provenance/kinds.ts'
import { provenanceOf } from '../../shared/domain/provenance/provenance.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { knownBpsOf } from '../../shared/domain/dex/Ratio.ts'
import { decimal } from '../../shared/text/decimal.ts'
import { describeLoan } from './describeLoan.ts'
import { describeLpVault, positionOf } from './describeLpVault.ts'

/**
 * A liquidity strategy: its settings and positions, from the strategy itself, its LP vault and the Uniswap v3 pool of
 * that vault, its lending pool (and the pool's info contract, if configured), its oracle, and the book of its vault
 * (strategyWeights, strategyDebt, strategyMaxAssets, activeStrategies, strategyImpaired). A getter that
 * the contract's generation lacks is null.
 *
 * Throws not_a_strategy, not_a_contract, and what a chain read throws.
 */
export const getLpStrategy: Handler<typeof lpstrat.getLpStrategy> = async ({ params: { address } }, { chain }) => {
  const { value, asOf } = await chain.read((describe) => describedCalls(describe, address, chain.config))
  const { identity } = value
  requireLpStrategy(address, identity, value.accepted, asOf)
  const lpVault = currentOf(identity, value.lpVaults)
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      strategy: address,
      provenance: provenanceOf(chain.config, STRATEGY, address, value.provenance),
      owner: knownAddress(identity.owner),
      vault: knownAddress(identity.vault),
      asset: knownAddress(identity.asset),
      isActive: value.isActive,
      activeFlag: identity.active,
      isValuationReady: value.isValuationReady,
      ...settings(value),
      oracle: oracleOf(value),
      totals: {
        totalAssetsCreatorWei: decimal(value.totalAssets),
        idleCreatorWei: decimal(value.idleAsset),
        idleUsdc: decimal(value.idleUsdc),
      },
      inRange: rangeOf(lpVault, { ...identity, ...value }),
      position: positionOf(lpVault),
      lpVault: describeLpVault(lpVault),
      lendpool: describeLoan(value.loan),
      allocation: allocationOf(value),
    },
  }
}

type Answer = z.output<typeof LpStrategy>

function settings(value: DescribedReads): Pick<Answer, 'tokens' | 'routers' | 'params'> {
  const { identity, lpVaults, settings } = value
  const factories = [
    value.uniFactory,
    value.dexFactory,
    value.swapPoolFactory,
    lpVaults.charmVault.poolFactory,
    lpVaults.lpVault.poolFactory,
  ]
  return {
    tokens: {
      creator: knownAddress(value.creator) ?? knownAddress(value.namedAsset) ?? knownAddress(identity.asset),
      creatorDecimals: value.assetDecimals,
      usdc: knownAddress(identity.usdc),
      usdcDecimals: value.usdcDecimals,
    },
    routers: {
      dexRouter: knownAddress(value.dexRouter),
      dexFactory: factories.map(knownAddress).find((factory) => factory !== null) ?? null,
      autoFeeTier: settings.autoFeeTier,
    },
    params: {
      maxSwapPercent: decimal(settings.maxSwapPercent),
      swapSlippageBps: decimal(settings.swapSlippageBps),
      depositSlippageBps: decimal(settings.depositSlippageBps),
      swapPoolFee: decimal(settings.swapPoolFee),
      swapPool: knownAddress(settings.swapPool),
      lpVault: currentLpVault(identity),
    },
  }
}

function oracleOf({ assetOracle, oraclePrice }: DescribedReads): Answer['oracle'] {
  const [price, timestamp] = oraclePrice ?? []
  const known = price !== undefined && timestamp !== undefined && price > 0n
  return {
    address: knownAddress(assetOracle),
    priceUsd: known ? formatUnits(price, 18) : null,
    priceTimestamp: known ? String(timestamp) : null,
  }
}

function allocationOf({ allocation, totalWeight }: DescribedReads): Answer['allocation'] {
  const { weight, debt, activeInVault } = allocation
  if (weight === null && debt === null && activeInVault === null) return null
  return {
    weight: decimal(weight),
    weightBps: knownBpsOf(weight, totalWeight),
    debt: decimal(debt),
    maxAssets: decimal(allocation.maxAssets),
    activeInVault,
    impaired: allocation.impaired,
  }
}
