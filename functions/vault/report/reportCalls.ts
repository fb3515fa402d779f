import type { Address } from 'viem'
import { creatorVaultAbi } from '../../../shared/domain/vault/creatorVaultAbi.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { gaugeControllerAbi, oracleAbi, wrapperAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { uniswapV3FactoryAbi, uniswapV3PoolAbi } from '../../../shared/abi/uniswapV3.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { VAULT } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls } from '../../../shared/domain/provenance/provenance.ts'
import { vaultProbe } from '../../../shared/domain/vault/requireVault.ts'
import { vaultStrategyCalls } from '../../../shared/domain/vault/vaultStrategyCalls.ts'

/** Fee tier of the pool that prices the coin, in hundredths of a basis point. */
const poolFee = 3000
/** Seconds of the mean price, and of the one used instead if the pool's history is shorter. */
export const [twapSeconds, shortTwapSeconds] = [1800, 300] as const

/** Every read of a vault's report: the vault, its coin, the parts of its lane, its market and its strategies. */
export const reportCalls = (vault: Address, config: Pick<ChainConfig, 'contracts'>) => (describe: Describe) => {
  const { at } = describe
  const { dexFactory, usdc } = config.contracts
  const book = at(vault, creatorVaultAbi)
  const probe = vaultProbe(describe, vault)
  const coin = at(probe.asset, erc20Abi)
  const gaugeAddress = book('gaugeController')
  const gauge = at(gaugeAddress, gaugeControllerAbi)
  const [shareAddress, wrapperAddress, oracleAddress] = [gauge('shareOFT'), gauge('wrapper'), gauge('oracle')]
  return {
    probe,
    provenance: provenanceCalls(describe, config, VAULT, vault),
    vault: vaultCalls(describe, vault, wrapperAddress),
    coin: { symbol: coin('symbol'), decimals: coin('decimals') },
    gauge: {
      address: gaugeAddress,
      vault: gauge('vault'),
      creatorCoin: gauge('creatorCoin'),
      agentToken: gauge('agentToken'),
      creatorTreasury: gauge('creatorTreasury'),
      protocolTreasury: gauge('protocolTreasury'),
    },
    share: shareCalls(describe, shareAddress, wrapperAddress),
    wrapper: wrapperCalls(describe, wrapperAddress),
    oracle: oracleCalls(describe, oracleAddress),
    market: dexFactory && usdc ? marketCalls(describe, { dexFactory, usdc, coin: probe.asset }) : null,
    strategies: vaultStrategyCalls(describe, vault),
  }
}

/** The values read for a report; null if a contract does not answer. */
export type ReportReads = Resolved<ReturnType<ReturnType<typeof reportCalls>>>

const vaultCalls = ({ at }: Describe, address: Address, wrapper: Ref<Address>) => {
  const vault = at(address, creatorVaultAbi)
  return {
    name: vault('name'),
    symbol: vault('symbol'),
    decimals: vault('decimals'),
    owner: vault('owner'),
    totalAssets: vault('totalAssets'),
    totalSupply: vault('totalSupply'),
    pricePerShare: vault('pricePerShare'),
    coinBalance: vault('coinBalance'),
    totalDebt: vault('totalDebt'),
    totalLockedShares: vault('totalLockedShares'),
    totalQueuedWithdrawalShares: vault('totalQueuedWithdrawalShares'),
    maxTotalSupply: vault('maxTotalSupply'),
    performanceFee: vault('performanceFee'),
    managementFee: vault('managementFee'),
    paused: vault('paused'),
    isShutdown: vault('isShutdown'),
    vaultMode: vault('vaultMode'),
    whitelistEnabled: vault('whitelistEnabled'),
    liquidity: vault('liquiditySnapshot'),
    /** Whether the wrapper is on the vault's list, under the three names of that getter. */
    wrapperListed: {
      whitelist: vault('whitelist', [wrapper]),
      whitelisted: vault('whitelisted', [wrapper]),
      isWhitelisted: vault('isWhitelisted', [wrapper]),
    },
  }
}

const shareCalls = ({ at }: Describe, address: Ref<Address>, wrapper: Ref<Address>) => {
  const share = at(address, shareTokenAbi)
  return {
    address,
    owner: share('owner'),
    name: share('name'),
    symbol: share('symbol'),
    vault: share('vault'),
    gaugeController: share('gaugeController'),
    wrapperIsMinter: share('isMinter', [wrapper]),
  }
}

const wrapperCalls = ({ at }: Describe, address: Ref<Address>) => {
  const wrapper = at(address, wrapperAbi)
  return {
    address,
    owner: wrapper('owner'),
    vault: wrapper('vault'),
    creatorCoin: wrapper('creatorCoin'),
    agentToken: wrapper('agentToken'),
    shareOFT: wrapper('shareOFT'),
  }
}

const oracleCalls = ({ at }: Describe, address: Ref<Address>) => {
  const oracle = at(address, oracleAbi)
  return {
    address,
    owner: oracle('owner'),
    price: oracle('getAssetPrice'),
    v3PoolConfigured: oracle('v3PoolConfigured'),
    v3Pool: oracle('v3Pool'),
    v3CreatorToken: oracle('v3CreatorToken'),
    v3UsdToken: oracle('v3UsdToken'),
    bucket: oracle('getAjnaBucketFromV3TWAP', [twapSeconds]),
  }
}

interface Pair {
  readonly dexFactory: Address
  readonly usdc: Address
  readonly coin: Ref<Address>
}

const marketCalls = ({ at }: Describe, { dexFactory, usdc, coin }: Pair) => {
  const poolAddress = at(dexFactory, uniswapV3FactoryAbi)('getPool', [coin, usdc, poolFee])
  const pool = at(poolAddress, uniswapV3PoolAbi)
  return {
    usdc,
    usdcDecimals: at(usdc, erc20Abi)('decimals'),
    pool: poolAddress,
    token0: pool('token0'),
    token1: pool('token1'),
    slot0: pool('slot0'),
    observed: pool('observe', [[twapSeconds, 0]]),
    observedShortly: pool('observe', [[shortTwapSeconds, 0]]),
  }
}
