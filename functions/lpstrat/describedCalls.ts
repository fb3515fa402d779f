import { type Address, parseAbi } from 'viem'
import { erc20Abi } from '../../shared/abi/standards.ts'
import { uniswapV3PoolAbi } from '../../shared/abi/uniswapV3.ts'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'
import type { ChainConfig } from '../../shared/chain/config.ts'
import { strategyLoanCalls } from './describeLoan.ts'
import { lpStrategyAbi } from '../../shared/domain/lpstrat/lpStrategyAbi.ts'
import {
  forEachName,
  lpStrategyCalls,
  settingsCalls,
  type LpStrategyReads,
  namesLpVault,
} from '../../shared/domain/lpstrat/lpStrategyCalls.ts'
import { lpVaultCalls } from '../../shared/domain/lpstrat/lpVaultCalls.ts'
import { STRATEGY } from '../../shared/domain/provenance/kinds.ts'
import { provenanceCalls } from '../../shared/domain/provenance/provenance.ts'
import { allocationCalls } from '../../shared/domain/vault/allocationCalls.ts'
import { creatorVaultAbi } from '../../shared/domain/vault/creatorVaultAbi.ts'
import { oracleAbi } from '../../shared/domain/vault/protocolAbis.ts'
import { strategyAbi } from '../../shared/domain/vault/strategyAbi.ts'
import type { AsOf } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** asset() without a result: it "succeeds" on any address that does not revert, including one without code. */
const callAbi = parseAbi(['function asset() view'])

/** The read that distinguishes an address without code from a contract of another kind. */
const codeProbe = ({ at }: Describe, strategy: Address) => at(strategy, callAbi)('asset')

type Accepted = Resolved<ReturnType<typeof codeProbe>>

/**
 * Throws not_a_strategy if neither asset() nor vault() answers, or neither charmVault() nor lpVault(), as with a
 * strategy of another kind; and not_a_contract if the address accepts a call and returns nothing, as one without code
 * does.
 */
export function requireLpStrategy(strategy: Address, reads: LpStrategyReads, accepted: Accepted, asOf: AsOf): void {
  const { asset, vault } = reads
  const where = `${strategy} on chain ${asOf.chainId}`
  if (asset === null && accepted === undefined)
    throw new ApiError('not_a_contract', `address: there is no contract at ${where}, or it returns nothing`)
  if (asset === null && vault === null)
    throw new ApiError('not_a_strategy', `address: ${where} answers neither asset() nor vault() as a strategy does`)
  if (!namesLpVault(reads))
    throw new ApiError('not_a_strategy', `address: ${where} does not name an LP vault as an LP strategy does`)
}

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
