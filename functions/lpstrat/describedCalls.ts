import type { Address } from 'viem'
import { erc20Abi } from '../../shared/abi/standards.ts'
import { uniswapV3PoolAbi } from '../../shared/abi/uniswapV3.ts'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'
import type { ChainConfig } from '../../shared/chain/config.ts'
import { strategyLoanCalls } from './strategyLoanCalls.ts'
import { lpStrategyAbi } from '../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { forEachName, lpStrategyCalls, settingsCalls } from '../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { lpVaultCalls } from '../../shared/domain/lpstrat/lpVaultCalls.ts'
import { codeProbe } from './requireLpStrategy.ts'
import { STRATEGY } from '../../shared/domain/provenance/kinds.ts'
import { provenanceCalls } from '../../shared/domain/provenance/provenance.ts'
import { allocationCalls } from '../../shared/domain/vault/allocationCalls.ts'
import { creatorVaultAbi } from '../../shared/domain/vault/creatorVaultAbi.ts'
import { oracleAbi } from '../../shared/domain/vault/protocolAbis.ts'
import { strategyAbi } from '../../shared/domain/vault/strategyAbi.ts'

/**
 * The reads behind the description of a liquidity strategy: from itself, its LP vault, its loan, and its vault's book
 * about it.
 */
export const describedCalls = (describe: Describe, strategy: Address, config: Pick<ChainConfig, 'contracts'>) => {
  const { at } = describe
  const roles = config.contracts
  const any = at(strategy, strategyAbi)
  const own = at(strategy, lpStrategyAbi)
  const identity = lpStrategyCalls(describe, strategy)
  const settings = settingsCalls(describe, strategy)
  const { asset, usdc } = identity
  const assetOracle = own('assetOracle')
  return {
    accepted: codeProbe(describe, strategy),
    identity,
    provenance: provenanceCalls(describe, config, STRATEGY, strategy),
    settings,
    isActive: any('isActive'),
    isValuationReady: any('isValuationReady'),
    totalAssets: any('getTotalAssets'),
    creator: own('CREATOR'),
    namedAsset: own('ASSET'),
    assetDecimals: at(asset, erc20Abi)('decimals'),
    idleAsset: at(asset, erc20Abi)('balanceOf', [strategy]),
    usdcDecimals: at(usdc, erc20Abi)('decimals'),
    idleUsdc: at(usdc, erc20Abi)('balanceOf', [strategy]),
    dexRouter: own('UNISWAP_ROUTER'),
    uniFactory: own('uniFactory'),
    dexFactory: own('dexFactory'),
    swapPoolFactory: at(settings.swapPool, uniswapV3PoolAbi)('factory'),
    assetOracle,
    oraclePrice: at(assetOracle, oracleAbi)('getAssetPrice'),
    lpVaults: forEachName(identity, (lpVault) => lpVaultCalls(describe, lpVault, strategy, roles.lpVaultFactory)),
    loan: strategyLoanCalls(describe, strategy, roles.lendpoolInfo),
    totalWeight: at(identity.vault, creatorVaultAbi)('totalStrategyWeight'),
    allocation: allocationCalls(describe, identity.vault, strategy),
  }
}

/** The values read; null if a contract does not answer. */
export type DescribedReads = Resolved<ReturnType<typeof describedCalls>>
