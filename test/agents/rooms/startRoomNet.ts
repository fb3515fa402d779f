import { createTestClient, http, type Address, type LocalAccount } from 'viem'
import { vi } from 'vitest'
import type * as z from 'zod'
import { seedAccounts, seedRooms } from '../../../localnet/seed.ts'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { contractNames, type CompiledRole } from '../../../localnet/world/contractRoles.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { AccessProofRequest, AgentCapabilities, VerifiedAccess } from '../../../schema/agents/roomAnswers.ts'
import type { RoomSettings } from '../../../shared/store/roomRules.ts'
import { accountOf, bearer, dataOf, signIn, toAnswer, type Answer } from '../../account/support.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { patiently } from '../../support/patiently.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'

export type RoomNet = Awaited<ReturnType<typeof startRoomNet>>
export type Proof = z.output<typeof AccessProofRequest>

/** The schedule sends this alone; requests of Workers have a check of the chain beside it. */
const LOOK = 'eth_getBlockByNumber'
export const MSGNET = 'msgnet:aurora-holders'
export const CHATAPP = 'chatapp:-1001234567890'

/** The agents family over a chain of its own, behind a recording proxy, and ways to get into rooms. */
export async function startRoomNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'agents'],
    blockTimeMs: 0,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const own = proxy
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const node = createTestClient({ mode: 'anvil', transport: http(net.rpcUrl) })
  const d1 = await net.database()
  const { shareToken, vault } = net.world.contracts
  const { chainId } = net.world
  const root = net.sockets['agents'] ?? ''
  const contract = (role: CompiledRole) => chain.at(contractNames[role], net.world.contracts[role])

  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    toAnswer(
      await patiently(() =>
        fetch(`${root}/v1/agents/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    )
  const get = async (query: Readonly<Record<string, string>>): Promise<Answer> =>
    toAnswer(await fetch(`${root}/v1/agents/capabilities?${new URLSearchParams(query)}`))
  const capabilities = async (wallet: Address, query: Readonly<Record<string, string>> = {}) =>
    dataOf(await get({ wallet, ...query }), AgentCapabilities)

  const room = (changes: Partial<RoomSettings> & Pick<RoomSettings, 'roomKey' | 'type'>): RoomSettings => ({
    chainId,
    vault,
    shareToken,
    minShares: '1',
    minHoldSeconds: 0,
    graceSeconds: 0,
    gatingEnabled: true,
    joinLocked: false,
    enabled: true,
    ...changes,
  })

  /** Until the index stands at the newest block, and no run of its schedule is on its way: it looks for a block after each. */
  async function indexed(): Promise<void> {
    const { number } = await chain.latest()
    const next = d1.prepare("select min(next_block) n from index_streams where stream = 'shares'")
    const looks = () =>
      own.requests.filter(({ calls: [call, ...others] }) => call?.method === LOOK && others.length === 0).length
    const within = { timeout: 45_000, interval: 50 }
    await vi.waitUntil(async () => Number((await next.first('n')) ?? 0) > Number(number), within)
    const before = looks()
    await vi.waitUntil(() => looks() >= before + 2, within)
  }

  return {
    ...net,
    proxy: own,
    chain,
    node,
    d1,
    contract,
    post,
    get,
    capabilities,
    /** The membership of a wallet in one room of the first vault. */
    membership: async (wallet: Address, roomKey: string) =>
      (await capabilities(wallet, { shareToken })).memberships.find((one) => one.roomKey === roomKey),
    addRoom: async (changes: Parameters<typeof room>[0]) => {
      const settings = room(changes)
      await d1.prepare('delete from room_rules where room_key = ?').bind(settings.roomKey).run()
      await seedRooms(d1, [settings], Math.floor(Date.now() / 1000))
      return settings
    },
    addAccount: (id: string, ...wallets: { address: Address; kind: 'smart' | 'owner' }[]) => {
      const [first, ...others] = wallets
      if (!first) throw new Error('an account has a wallet')
      return seedAccounts(d1, [{ id, wallets: [first, ...others], credits: 0 }], Math.floor(Date.now() / 1000))
    },
    signedIn: async (role: AccountRole) => bearer((await signIn(net.api, accountOf(net, role))).token),
    request: (body: object, headers: Readonly<Record<string, string>>) =>
      post('access-proof/request', { shareToken, chainId, ...body }, headers),
    verify: (body: object, headers: Readonly<Record<string, string>>) => post('access-proof/verify', body, headers),
    /** A proof for a wallet, as `headers` may ask for it. */
    proof: async (wallet: Address, roomKey: string, headers: Readonly<Record<string, string>>, more: object = {}) =>
      dataOf(
        await post('access-proof/request', { wallet, shareToken, chainId, roomKey, ...more }, headers),
        AccessProofRequest,
      ),
    /** A room token of an account with a key. */
    token: async (role: AccountRole, roomKey: string, headers: Readonly<Record<string, string>>, more: object = {}) => {
      const wallet = addressOf(role)
      const challenge = await post('access-proof/request', { wallet, shareToken, chainId, roomKey }, headers)
      const proofRequest = dataOf(challenge, AccessProofRequest)
      const signature = await accountOf(net, role).signMessage({ message: proofRequest.message })
      const answer = await post('access-proof/verify', { proofRequest, signature, ...more }, headers)
      return dataOf(answer, VerifiedAccess).roomAccess
    },
    sign: (account: LocalAccount, { message }: Proof) => account.signMessage({ message }),
    move: (from: AccountRole, to: Address, value: bigint) =>
      chain.send(from, contract('shareToken'), 'transfer', [to, value]),
    /** Puts the clock of the Workers ahead. */
    aheadBy: (aheadMs: number) => net.changeTime('agents', { aheadMs }),
    indexed,
    /** Runs with the index as if it had not been filled for a day. */
    async withStaleIndex(work: () => Promise<void>): Promise<void> {
      await indexed()
      await d1.prepare('update chains set checked_at = checked_at - 86400').run()
      try {
        await work()
      } finally {
        own.reset()
        await d1.prepare('update chains set checked_at = checked_at + 86400').run()
      }
    },
    async stop() {
      await net.stop()
      await own.stop()
    },
  }
}
