import type * as z from 'zod'
import { type Address, maxUint256 } from 'viem'
import { addressOf } from '../../localnet/world/accounts.ts'
import { deployLpVault } from '../../localnet/world/deployStrategies.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain, type Contract } from '../../localnet/world/openChain.ts'
import { openPool } from '../../localnet/world/dex.ts'
import { LpStrategy } from '../../schema/lpstrat/index.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

export type Strategy = z.output<typeof LpStrategy>

/** A market of a new coin: its pool, and an LP vault that holds both tokens in positions around the price. */
export interface Market {
  readonly coin: Contract
  readonly pool: Contract
  readonly lpVault: Contract
}

/** A localnet with the lpstrat family behind a recording proxy, and what its tests deploy and ask. */
export async function startStrategyNet() {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['lpstrat'],
    blockTimeMs: 0,
    nodeUrl: async (anvilUrl) => (proxy = await startRpcProxy(anvilUrl)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  return strategyNet(net, proxy)
}

export type StrategyNet = Awaited<ReturnType<typeof startStrategyNet>>

async function strategyNet(net: TestNet, proxy: RpcProxy) {
  const artifacts = await loadArtifacts()
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
  const { contracts } = net.world
  const [owner, usdc] = [addressOf('owner'), chain.at('Usdc', contracts.usdc)]
  const dex = {
    factory: chain.at('UniswapV3Factory', contracts.dexFactory),
    router: chain.at('SwapRouter', contracts.swapRouter),
  }

  /** Never cached; while the node is out of reach a previous answer may be served. */
  const ask = (address: string): Promise<Response> => fetch(`${net.sockets['lpstrat']}/v1/lpstrat/strategy/${address}`)

  async function read(address: string): Promise<Strategy> {
    const response = await ask(address)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    return LpStrategy.parse(JSON.parse(text).data)
  }

  /** A new coin whose address sorts before or after that of USDC. */
  async function deployCoin(order: 'token0' | 'token1'): Promise<Contract> {
    for (;;) {
      const coin = await chain.deploy('CreatorCoin', ['Coin', 'COIN', '', 10n ** 27n, owner])
      const isFirst = coin.address.toLowerCase() < usdc.address.toLowerCase()
      if (isFirst === (order === 'token0')) return coin
    }
  }

  return {
    ...net,
    proxy,
    chain,
    ask,
    read,
    /** Number of reads of an address at the node: core's job reads the chain as well. */
    readsOf: (address: string) =>
      proxy.requests.filter((request) => JSON.stringify(request).toLowerCase().includes(address.slice(2).toLowerCase()))
        .length,

    /** Sends as `owner`. */
    send: (contract: Contract, functionName: string, args: readonly unknown[] = []) =>
      chain.send('owner', contract, functionName, args),

    /** A strategy of either generation, of the world's coin and vault where nothing else is said. */
    deployStrategy(
      generation: 'LpStrategy' | 'FirstLpStrategy',
      { coin = contracts.creatorCoin, oracle = contracts.oracle }: { coin?: Address; oracle?: Address } = {},
    ): Promise<Contract> {
      return chain.deploy(generation, [contracts.vault, coin, owner, usdc.address, dex.router.address, oracle])
    },

    /** Opens a pool at the price that the amounts (base units) imply; a tenth of each goes through an LP vault. */
    async openMarket(order: 'token0' | 'token1', amounts: { coin: bigint; usdc: bigint }): Promise<Market> {
      const coin = await deployCoin(order)
      await chain.send('owner', usdc, 'mint', [owner, 2n * amounts.usdc])
      const pool = await openPool(
        chain,
        dex,
        { token: coin, amount: amounts.coin },
        { token: usdc, amount: amounts.usdc },
      )
      const factory = chain.at('LpVaultFactory', contracts.lpVaultFactory)
      const lpVault = await deployLpVault(chain, { factory, pool, symbol: 'COIN' })
      for (const token of [coin, usdc]) await chain.send('owner', token, 'approve', [lpVault.address, maxUint256])
      const parts = [amounts.coin / 10n, amounts.usdc / 10n]
      await chain.send('owner', lpVault, 'deposit', [
        ...(order === 'token0' ? parts : parts.toReversed()),
        0n,
        0n,
        owner,
      ])
      await chain.send('owner', lpVault, 'rebalance')
      return { coin, pool, lpVault }
    },

    /** Swaps until the pool's price is `sqrtPriceX96`. */
    async moveTo({ coin, pool }: Market, sqrtPriceX96: bigint): Promise<void> {
      const [now] = Object(await chain.read(pool, 'slot0'))
      const [token0, token1] = [await chain.read(pool, 'token0'), await chain.read(pool, 'token1')]
      const [tokenIn, tokenOut] = sqrtPriceX96 < BigInt(now) ? [token0, token1] : [token1, token0]
      await chain.send('owner', usdc, 'mint', [owner, 10n ** 18n])
      for (const token of [coin, usdc]) await chain.send('owner', token, 'approve', [dex.router.address, maxUint256])
      const amountIn = tokenIn === coin.address ? 10n ** 26n : 10n ** 17n
      const order = { tokenIn, tokenOut, fee: 3000, recipient: owner, amountIn, amountOutMinimum: 0n }
      await chain.send('owner', dex.router, 'exactInputSingle', [{ ...order, sqrtPriceLimitX96: sqrtPriceX96 }])
    },
    async stop() {
      await net.stop()
      await proxy.stop()
    },
  }
}
