import { createTestClient, encodeFunctionData, http, keccak256, parseUnits, stringToHex, type Address } from 'viem'
import type * as z from 'zod'
import { expect, vi } from 'vitest'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { contractNames, type CompiledRole } from '../../localnet/world/contractRoles.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { goBack } from '../support/restorePoint.ts'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

export type LotteryNet = Awaited<ReturnType<typeof startLotteryNet>>

/** A schedule sends this alone; requests of Workers have a check of the chain beside it. */
const LOOK = 'eth_getBlockByNumber'
const coins = (amount: string) => parseUnits(amount, 18)

/** The lottery family over a chain of its own, behind a recording proxy, and ways to play. */
export async function startLotteryNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['lottery'],
    blockTimeMs: 0,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const own = proxy
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({ sources: ['test/lottery/contracts/Spoofer.sol'] })),
  }
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
  const node = createTestClient({ mode: 'anvil', transport: http(net.rpcUrl) })
  const d1 = await net.database()
  const contract = (role: CompiledRole) => chain.at(contractNames[role], net.world.contracts[role])
  const get = (path: string) => fetch(`${net.sockets['lottery']}${path}`)
  /** Until every stream of the index stands at the newest block. */
  async function indexed(): Promise<void> {
    const { hash } = await chain.latest()
    const others = d1.prepare('select count(*) n, sum(checkpoint_hash is not ?) behind from index_streams').bind(hash)
    await vi.waitUntil(
      async () => {
        const streams = await others.first<{ n: number; behind: number | null }>()
        return streams !== null && streams.n > 0 && streams.behind === 0
      },
      { timeout: 45_000, interval: 50 },
    )
  }
  /** The same, and no run of the schedule is on its way: it looks for a new block once a run that an earlier look began is over. */
  async function settled(): Promise<void> {
    await indexed()
    const looks = () =>
      own.requests.filter(({ calls: [call, ...others] }) => call?.method === LOOK && others.length === 0).length
    const before = looks()
    await vi.waitUntil(() => looks() >= before + 2, { timeout: 45_000, interval: 20 })
  }
  let burns = 0
  /** The arguments of a free entry of `usd` dollars, whose burn nobody has seen. */
  async function freeEntry(buyer: Address, usd: string) {
    const burn = `burn ${++burns}`
    const epoch = await chain.read(contract('amoeRouter'), 'currentEpoch')
    const commits = [`nonce of ${burn}`, `wallet of ${burn}`, burn].map((text) => keccak256(stringToHex(text)))
    return [buyer, net.world.contracts.creatorCoin, epoch, ...commits, parseUnits(usd, 6)]
  }
  return {
    ...net,
    proxy: own,
    chain,
    node,
    d1,
    contract,
    get,
    /** The data of an answer that is 200 and of the schema. */
    async data<T>(path: string, schema: z.ZodType<T>): Promise<T> {
      const response = await get(path)
      const text = await response.text()
      expect(response.status, text).toBe(200)
      return schema.parse(JSON.parse(text).data)
    },
    /** Requests of the lottery's since the last reset: those of core's job carry other methods or the registry's pages. */
    requestsWith: (text: string) =>
      own.requests.filter((request) => JSON.stringify(request).toLowerCase().includes(text.toLowerCase())),
    indexed,
    /** Takes the chain back, and past the blocks that it had, which answers that were kept are of; the index follows. */
    async restore(id: `0x${string}`): Promise<void> {
      const before = await chain.latest()
      await goBack(net.rpcUrl, id)
      const after = await chain.latest()
      await node.mine({ blocks: Number((before.number ?? 0n) - (after.number ?? 0n)) + 1 })
      await indexed()
    },
    buy: (role: AccountRole, shares: string) =>
      chain.send('owner', contract('lotteryManager'), 'processSwapLottery', [
        addressOf(role),
        net.world.contracts.creatorCoin,
        coins(shares),
      ]),
    freeEntry,
    relay: async (role: AccountRole, usd: string) =>
      chain.send('agent', contract('amoeRouter'), 'relayEntry', await freeEntry(addressOf(role), usd)),
    /** Through a smart wallet: neither end of the transaction is a relayer. */
    relayByWallet: async (role: AccountRole, usd: string) => {
      const router = contract('amoeRouter')
      const data = encodeFunctionData({
        ...router,
        functionName: 'relayEntry',
        args: await freeEntry(addressOf(role), usd),
      })
      return chain.send('owner', contract('wallet'), 'execute', [router.address, 0n, data])
    },
    decide: (requestId: bigint, word: bigint) =>
      chain.send('admin', contract('lotteryManager'), 'rawFulfillRandomWords', [requestId, [word]]),
    /** Runs with the index as if it had not been filled for a day. */
    async withStaleIndex(test: () => Promise<void>): Promise<void> {
      await settled()
      await d1.prepare('update chains set checked_at = checked_at - 86400').run()
      try {
        await test()
      } finally {
        await d1.prepare('update chains set checked_at = checked_at + 86400').run()
      }
    },
    async stop() {
      await net.stop()
      await own.stop()
    },
  }
}
