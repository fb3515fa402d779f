import { encodeFunctionData, keccak256, parseAbiItem, parseEventLogs, parseUnits } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
import type { Stage } from './makeHistory.ts'
import type { Chain, Contract } from './openChain.ts'

/** A vault that the deployment batcher deployed for a smart wallet, with what belongs to it. */
export type Legacy = { batcher: Contract; vault: Contract; wrapper: Contract; shareToken: Contract; vesting: Contract }

const coins = (amount: string) => parseUnits(amount, 18)
const PHASE_1 = parseAbiItem(
  'event Phase1Deployed(address indexed creatorToken, address indexed owner, address oftBootstrapRegistry, address vault, address wrapper, address shareOFT)',
)

/**
 * The deployment batcher, and what `wallet` of `owner` deployed with it: a vault in which it holds shares, half of them
 * wrapped, and a vesting of some of the share tokens that has ended.
 */
export async function deployLegacy(chain: Chain, wallet: Contract, { coin }: Pick<Lane, 'coin'>): Promise<Legacy> {
  const code = {
    vault: chain.codeOf('CreatorVault'),
    shareToken: chain.codeOf('ShareToken'),
    wrapper: chain.codeOf('Wrapper'),
  }
  const codeIds = [code.vault, code.shareToken, code.wrapper].map((part) => keccak256(part))
  const batcher = await chain.deploy('DeploymentBatcher', [codeIds, addressOf('admin')], 'admin')
  const act = (contract: Contract, functionName: string, args: readonly unknown[] = []) =>
    chain.send('owner', wallet, 'execute', [
      contract.address,
      0n,
      encodeFunctionData({ abi: contract.abi, functionName, args: [...args] }),
    ])
  const plan = { creatorToken: coin.address, owner: wallet.address, name: '▢EARLY', symbol: '▢EARLY' }
  const { transactionHash: hash } = await act(batcher, 'deployPhase1', [plan, code])
  const { logs } = await getTransactionReceipt(chain.client, { hash })
  const [event] = parseEventLogs({ abi: [PHASE_1], logs })
  if (!event) throw new Error('The batcher did not say what it deployed.')
  const vault = chain.at('CreatorVault', event.args.vault)
  const wrapper = chain.at('Wrapper', event.args.wrapper)
  const shareToken = chain.at('ShareToken', event.args.shareOFT)

  await chain.send('owner', coin, 'transfer', [wallet.address, coins('1000')])
  await act(coin, 'approve', [vault.address, coins('1000')])
  await act(vault, 'deposit', [coins('1000'), wallet.address])
  const half = coins('500000')
  await act(vault, 'approve', [wrapper.address, half])
  await act(wrapper, 'wrap', [half])
  const { timestamp } = await chain.latest()
  const vested = [shareToken.address, wallet.address, timestamp - 1000n, 500n]
  const vesting = await chain.deploy('ShareVesting', vested, 'admin')
  await act(shareToken, 'transfer', [vesting.address, coins('100')])
  return { batcher, vault, wrapper, shareToken, vesting }
}

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
