import { JsonRpcProvider } from 'ethers'
import { expect } from 'vitest'
import type * as z from 'zod'
import { deployLaunchArm, launch, type Launching, type LaunchPlan } from '../../localnet/world/auctions.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { AuctionActivity, AuctionBids } from '../../schema/auction/events.ts'
import { AuctionStatus } from '../../schema/auction/status.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

export type Status = z.output<typeof AuctionStatus>
export type Bids = z.output<typeof AuctionBids>
export type Activity = z.output<typeof AuctionActivity>
/** So short that no answer is fresh. */
export const BLOCK_TIME_MS = 1

type What = 'status' | 'activity' | 'recentBids'

/** A localnet with the auction family behind a recording proxy, and a hand on its chain. */
export async function startAuctionNet() {
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({ sources: ['test/auction/contracts/EarlyAuction.sol'] })),
  }
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['auction'],
    blockTimeMs: BLOCK_TIME_MS,
    nodeUrl: async (anvilUrl) => (proxy = await startRpcProxy(anvilUrl)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const recorded = proxy
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
  const provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  const { contracts } = net.world
  /** Never cached; while the node is out of reach a previous answer may be served. */
  const ask = (address: string, what: What, query = ''): Promise<Response> =>
    fetch(`${net.sockets['auction']}/v1/auction/${address}/${what}?${query}`)
  async function data<T>(schema: z.ZodType<T>, address: string, what: What, query?: string): Promise<T> {
    const response = await ask(address, what, query)
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return schema.parse(JSON.parse(text).data)
  }
  return {
    ...net,
    proxy: recorded,
    chain,
    provider,
    ask,
    status: (address: string) => data(AuctionStatus, address, 'status'),
    bids: (address: string, query?: string) => data(AuctionBids, address, 'recentBids', query),
    activity: (address: string, query?: string) => data(AuctionActivity, address, 'activity', query),
    /** Requests of the API about an address: core's job reads the chain as well, and names it otherwise. */
    callsAbout: (address: string, method: string) =>
      recorded.requests.filter(({ calls }) =>
        calls.some(
          (call) =>
            call.method === method &&
            JSON.stringify(call.params).toLowerCase().includes(address.slice(2).toLowerCase()),
        ),
      ).length,
    /** A launch arm of its own for a test; `currency` is ether by default. */
    deployArm: (currency: `0x${string}` = `0x${'0'.repeat(40)}`): Promise<Launching> =>
      deployLaunchArm(chain, {
        token: chain.at('ShareToken', contracts.shareToken),
        currency,
        vault: contracts.vault,
        factory: chain.at('AuctionFactory', contracts.auctionFactory),
      }),
    launch: (arm: Launching, plan: LaunchPlan) => launch(chain, arm, plan),
    head: async () => Number((await chain.latest()).number),
    async stop() {
      provider.destroy()
      await net.stop()
      await recorded.stop()
    },
  }
}

export type AuctionNet = Awaited<ReturnType<typeof startAuctionNet>>
