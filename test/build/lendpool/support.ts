import { encodeFunctionData, getAddress, maxUint256, numberToHex, parseUnits } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain, type Contract } from '../../../localnet/world/openChain.ts'
import type { UnsignedCalldata } from '../../../schema/calldata.ts'
import { LpStrategy } from '../../../schema/lpstrat/index.ts'
import { VaultStrategies } from '../../../schema/vault/strategy.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'
import {
  build,
  codesOf,
  receiptHeaders,
  revertOf,
  rpc,
  sendAll,
  sessionOf,
  startBuildNet,
  type Built,
} from '../support.ts'

export const wad = (amount: string) => parseUnits(amount, 18)
export const dollars = (amount: string) => parseUnits(amount, 6)

/** The local world behind a recording proxy, with one account of it signed in for the builder at `path`, and its answers. */
export async function startLendNet<S extends typeof UnsignedCalldata>(schema: S, path: string, signedIn: AccountRole) {
  let proxy: RpcProxy | undefined
  const net = await startBuildNet({
    families: ['account', 'build', 'lpstrat', 'vault'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const recorder = proxy
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const { contracts } = net.world
  const headers = signedIn === 'agent' ? await receiptHeaders(net) : await sessionOf(net, signedIn)
  const usdc = chain.at('Usdc', contracts.usdc)
  const coin = chain.at('CreatorCoin', contracts.creatorCoin)
  const lendpool = chain.at('LendingPool', contracts.lendpool)
  let dollarPool: Promise<Contract> | undefined
  const post = (body: unknown) => build(net.api, `lendpool/${path}`, headers, body)

  async function openDollarPool(): Promise<Contract> {
    const factory = chain.at('LendingPoolFactory', contracts.lendpoolFactory)
    await chain.send('owner', factory, 'deployPool', [coin.address, usdc.address, wad('0.05')])
    const subset = await chain.read(factory, 'ERC20_NON_SUBSET_HASH')
    const address = await chain.read(factory, 'deployedPools', [subset, coin.address, usdc.address])
    const pool = chain.at('LendingPool', getAddress(String(address)))
    await chain.send('owner', usdc, 'mint', [addressOf('owner'), dollars('10000')])
    await chain.send('owner', usdc, 'approve', [pool.address, maxUint256])
    const { timestamp } = await chain.latest()
    await chain.send('owner', pool, 'addQuoteToken', [wad('10000'), 4940, timestamp + 3600n])
    return pool
  }

  return {
    ...net,
    net,
    proxy: recorder,
    chain,
    headers,
    usdc,
    coin,
    lendpool,
    post,
    async built(body: object): Promise<z.output<S>> {
      const { status, json } = await post(body)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
      return schema.parse(json)
    },

    giveDollars: (to: AccountRole, amount: string) =>
      chain.send('owner', usdc, 'mint', [addressOf(to), dollars(amount)]),

    balanceOf: async (token: Contract, role: AccountRole) =>
      BigInt(String(await chain.read(token, 'balanceOf', [addressOf(role)]))),

    /** Sends all that was built, unchanged; gives the block of the last call. */
    async sent(role: AccountRole, built: Built): Promise<bigint> {
      const sent = await sendAll(net, role, built)
      expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'success'))
      return sent.at(-1)?.blockNumber ?? 0n
    },

    /** The liquidity strategy and its loan as the API reads them, not older than a block. */
    async strategyAt(minBlock: bigint) {
      const address = contracts.lpStrategy
      return readData(`${net.api}/v1/lpstrat/strategy/${address}?minBlock=${minBlock}`, LpStrategy)
    },

    /** The lending strategy's part of what the API says of its vault, not older than a block. */
    async lendingAt(minBlock: bigint) {
      const { strategies } = await readData(
        `${net.api}/v1/vault/${contracts.vault}/strategies?minBlock=${minBlock}`,
        VaultStrategies,
      )
      return strategies.find(({ address }) => address === contracts.lendpoolStrategy)?.lendpool
    },

    /** That issues and simulation foretold an error, and that it is what a transaction meets that is sent all the same. */
    async expectRevert(role: AccountRole, built: Built, codes: readonly string[], reverts: string) {
      expect(codesOf(built)).toEqual(codes)
      expect(built.issues[0]?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts } })
      const last = (await sendAll(net, role, built)).at(-1)
      expect(last?.status).toBe('reverted')
      expect(last && (await revertOf(net, last.hash))).toBe(reverts)
    },

    /** That a request is refused with 400, naming the field. */
    async expectRefused(body: object, message: RegExp) {
      const answer = await post(body)
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(answer.json).toMatchObject({ error: expect.stringMatching(message) })
    },

    /** A pool that lends 10000 dollars, of 6 decimals, against coins at 0.02 (bucket 4940): always the same. */
    dollarPool: () => (dollarPool ??= openDollarPool()),
    /** The pool of dollars with so many more loans of 10 dollars, each of an account of its own. */
    async openSmallLoans(count: number): Promise<Contract> {
      const pool = await this.dollarPool()
      await chain.send('owner', coin, 'approve', [pool.address, maxUint256])
      for (let i = 1; i <= count; i++) {
        const from = getAddress(numberToHex(2n ** 159n + BigInt(i), { size: 20 }))
        await chain.send('owner', pool, 'drawDebt', [from, 0, 4940, wad('1000')])
        const args = [from, wad('10'), 4940, 0]
        const data = encodeFunctionData({ ...pool, functionName: 'drawDebt', args })
        await rpc(net.rpcUrl, 'anvil_setBalance', [from, '0x8ac7230489e80000'])
        await rpc(net.rpcUrl, 'anvil_impersonateAccount', [from])
        await rpc(net.rpcUrl, 'eth_sendTransactionSync', [{ from, to: pool.address, data, gas: '0x1e8480' }])
      }
      return pool
    },

    async stop() {
      await net.stop()
      await recorder.stop()
    },
  }
}

async function readData<T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> {
  const answer = z.object({ success: z.literal(true), data: z.unknown() }).parse(await (await fetch(url)).json())
  return schema.parse(answer.data)
}
