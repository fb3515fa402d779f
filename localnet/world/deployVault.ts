import { type Address, parseUnits } from 'viem'
import type { Artifacts } from '../../platform/compile.ts'
import { addressOf } from './accounts.ts'
import type { World } from './buildWorld.ts'
import { type VaultParts, deployVaultParts } from './deployLane.ts'
import { deployLendpoolStrategy, deployLpStrategy } from './deployStrategies.ts'
import { type Chain, type Contract, openChain } from './openChain.ts'

/** The kinds of strategies, used in rotation: a reader recognises the first three, and must cope with the fourth. */
export const strategyKinds = ['lendpool', 'lpstrat', 'svm', 'unknown'] as const
export type StrategyKind = (typeof strategyKinds)[number]

export type DeployVaultOptions = {
  rpcUrl: string
  artifacts: Artifacts
  world: World
  /** How many strategies, 0 to 64. */
  strategies: number
  /** Kinds to use in rotation; all four when absent. */
  kinds?: readonly StrategyKind[]
}

export type DeployedVault = {
  vault: Address
  wrapper: Address
  shareToken: Address
  gaugeController: Address
  strategies: { address: Address; kind: StrategyKind }[]
}

/**
 * Adds a vault of the world's first coin to a running chain: connected like the others, though not in the registry,
 * with a deposit of `owner` and a thousand coins lent to each strategy.
 *
 * @throws RangeError unless the number of strategies is 0 to 64.
 */
export async function deployVault(options: DeployVaultOptions): Promise<DeployedVault> {
  const { rpcUrl, artifacts, world, strategies: count, kinds = strategyKinds } = options
  if (!(count >= 0 && count <= 64)) throw new RangeError(`The number of strategies must be 0 to 64, not ${count}.`)
  const chain = await openChain({ rpcUrl, artifacts })
  const { creatorCoin, oracle } = world.contracts
  const parts = await deployVaultParts(chain, { coin: creatorCoin, oracle, symbol: 'MANY', maxStrategies: 64 })
  const amount = parseUnits(String(1000 * (count + 1)), 18)
  await chain.send('owner', chain.at('CreatorCoin', creatorCoin), 'approve', [parts.vault.address, amount])
  await chain.send('owner', parts.vault, 'deposit', [amount, addressOf('owner')])

  const strategies: DeployedVault['strategies'] = []
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? 'unknown'
    const strategy = await deployStrategy(chain, { world, vault: parts.vault, kind })
    await chain.send('owner', parts.vault, 'addStrategy', [strategy.address, 100 + index])
    await chain.send('owner', parts.vault, 'updateDebt', [strategy.address, parseUnits('1000', 18)])
    strategies.push({ address: strategy.address, kind })
  }
  return { ...addressesOf(parts), strategies }
}

type StrategyOptions = { world: World; vault: Contract; kind: StrategyKind }

async function deployStrategy(chain: Chain, { world, vault, kind }: StrategyOptions): Promise<Contract> {
  const { creatorCoin: coin, ...contracts } = world.contracts
  const ids = { coin, vault: vault.address, symbol: 'MANY' }
  switch (kind) {
    case 'lendpool': {
      const lendpool = chain.at('LendingPool', contracts.lendpool)
      const lendpoolAuth = chain.at('VaultAuth', contracts.lendpoolAuth)
      return (await deployLendpoolStrategy(chain, { ...ids, lendpool, lendpoolAuth })).lendpoolStrategy
    }
    case 'lpstrat': {
      const { usdc, oracle, swapRouter: router } = contracts
      const pool = chain.at('UniswapV3Pool', contracts.v3Pool)
      const lpVault = chain.at('LpVault', contracts.lpVault)
      return (await deployLpStrategy(chain, { ...ids, usdc, oracle, router, pool, lpVault })).lpStrategy
    }
    case 'svm': {
      const destination = `0x${'5a'.repeat(32)}`
      return chain.deploy('BridgeStrategy', [vault.address, coin, addressOf('owner'), addressOf('admin'), destination])
    }
    case 'unknown':
      return chain.deploy('IdleStrategy', [vault.address, coin, addressOf('owner')])
  }
}

function addressesOf({ vault, wrapper, shareToken, gaugeController }: VaultParts) {
  return {
    vault: vault.address,
    wrapper: wrapper.address,
    shareToken: shareToken.address,
    gaugeController: gaugeController.address,
  }
}
