import { encodeFunctionData } from 'viem'
import { addressOf } from './accounts.ts'
import type { Stage } from './makeHistory.ts'
import type { Chain, Contract } from './openChain.ts'

/** Liquidity strategies of the generations before the current one; no vault uses them. */
export type Generations = {
  /** Of the first generation. */
  lpStrategyFirst: Contract
  /** Of the second, behind an EIP-1967 proxy. */
  lpStrategyProxy: Contract
}

/** Older strategies of the same LP vault and pool; from here on the current one may rebalance that LP vault. */
export async function deployGenerations(
  chain: Chain,
  { lane, usdc, dex, pool, liquidity }: Stage,
): Promise<Generations> {
  const { lpVault, lpStrategy } = liquidity
  const owner = addressOf('owner')
  const args = [lane.vault.address, lane.coin.address, owner, usdc.address, dex.router.address, lane.oracle.address]
  const lpStrategyFirst = await chain.deploy('FirstLpStrategy', args)
  await chain.send('owner', lpStrategyFirst, 'setLpVault', [lpVault.address])
  await chain.send('owner', lpStrategyFirst, 'setSwapPool', [pool.address])

  const { address: implementation, abi } = await chain.deploy('SecondLpStrategy', args)
  const initialize = encodeFunctionData({ abi, functionName: 'initialize', args: [owner] })
  const { address } = await chain.deploy('StrategyProxy', [implementation, initialize])
  const lpStrategyProxy = { address, abi }
  await chain.send('owner', lpStrategyProxy, 'setCharmVault', [lpVault.address])
  await chain.send('owner', lpStrategyProxy, 'setSwapPool', [pool.address])

  await chain.send('owner', lpVault, 'setRebalanceDelegate', [lpStrategy.address])
  return { lpStrategyFirst, lpStrategyProxy }
}
