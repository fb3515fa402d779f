import { parseEther, zeroAddress, type Address } from 'viem'
import { getBalance } from 'viem/actions'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { bid, deployLaunchArm, launch, type LaunchPlan, tickAt } from '../../../localnet/world/auctions.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { type Contract, openChain } from '../../../localnet/world/openChain.ts'
import { buildAuctionSettlement } from '../../../schema/build/auctionSettlement.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'
import { build, builtOf, sessionOf, startBuildNet } from '../support.ts'

const FLOOR = parseEther('0.0001')
const { buildAuctionExitBid, buildAuctionClaimTokens } = buildAuctionSettlement
const Exit = buildAuctionExitBid.responses[200].content['application/json'].schema
const Claim = buildAuctionClaimTokens.responses[200].content['application/json'].schema

/** Price of a token in ether, in Q96. */
export const price = (text: string) => tickAt(parseEther(text), FLOOR)

export type SettlementNet = Awaited<ReturnType<typeof startSettlementNet>>

/** A world in which auctions open, run and end, and a proxy before its node. */
export async function startSettlementNet() {
  let started: RpcProxy | undefined
  const net = await startBuildNet({
    families: ['account', 'build'],
    nodeUrl: async (url) => (started = await startRpcProxy(url)).url,
  })
  if (!started) throw new Error('no proxy was started')
  const proxy = started
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const [bidder, stranger] = await Promise.all([sessionOf(net, 'bidder'), sessionOf(net, 'stranger')])
  const ask = (path: string, body: object, headers = bidder) => build(net.api, `auction/${path}`, headers, body)
  return {
    net,
    proxy,
    stranger,
    ask,
    async exitOf(auction: Address, bidId: number, headers = bidder) {
      const answer = await ask('exitBid', { auction, bidId: String(bidId) }, headers)
      builtOf(answer)
      return Exit.parse(answer.json)
    },
    async claimOf(auction: Address, bidIds: readonly number[]) {
      const answer = await ask('claimTokens', { auction, bidIds: bidIds.map(String) })
      builtOf(answer)
      return Claim.parse(answer.json)
    },
    /** An auction of 1 000 share tokens for ether. */
    async open(plan: Partial<LaunchPlan> = {}): Promise<Contract> {
      const { vault, auctionFactory, shareToken } = net.world.contracts
      const launching = await deployLaunchArm(chain, {
        token: chain.at('ShareToken', shareToken),
        currency: zeroAddress,
        vault,
        factory: chain.at('AuctionFactory', auctionFactory),
      })
      await chain.send('owner', chain.at('CreatorVault', vault), 'setCcaLaunchArm', [launching.arm.address])
      return launch(chain, launching, {
        amount: parseEther('1000'),
        steps: [[500_000, 20]],
        floor: FLOOR,
        required: 1n,
        claimDelay: 1,
        ...plan,
      })
    },
    offer: (auction: Contract, from: AccountRole, maxPrice: bigint, amount: string) =>
      bid(chain, auction, { from, maxPrice, amount: parseEther(amount), native: true }),
    checkpoint: (auction: Contract) => chain.send('owner', auction, 'checkpoint'),
    mine: (blocks: number) => chain.mine(blocks, 1),
    ether: (role: AccountRole) => getBalance(chain.client, { address: addressOf(role) }),
    tokens: async (role: AccountRole) =>
      BigInt(
        String(
          await chain.read(chain.at('ShareToken', net.world.contracts.shareToken), 'balanceOf', [addressOf(role)]),
        ),
      ),
    async stop() {
      await net.stop()
      await proxy.stop()
    },
  }
}
