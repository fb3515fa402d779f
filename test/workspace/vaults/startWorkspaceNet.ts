import type { LocalAccount } from 'viem'
import type * as z from 'zod'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { localProfiles, localRooms, seedConversation, seedRooms } from '../../../localnet/seed.ts'
import { WorkspaceActionResult } from '../../../schema/workspace/actionResult.ts'
import { accountOf, type Answer, bearer, dataOf, signIn, toAnswer } from '../../account/support.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'
import { seeded } from '../../support/seeded.ts'

export type Headers = Readonly<Record<string, string>>
export type WorkspaceNet = Awaited<ReturnType<typeof startWorkspaceNet>>
export type Result = z.output<typeof WorkspaceActionResult>

/** The path of its own that an action has besides /v1/workspace/actions, by the first part of its name. */
const PATHS: Readonly<Record<string, string>> = {
  strategy: 'strategies',
  task: 'tasks',
  approval: 'tasks',
  alert: 'tasks',
  settings: 'settings',
  rooms: 'rooms',
}

/** Families `account` and `workspace` over the local world, with its accounts, rooms and conversation. */
export async function startWorkspaceNet(variables: Readonly<Record<string, string>> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'workspace'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    profiles: localProfiles('0x00000000000000000000000000000000000c0ffe'),
    variables: { ADMIN_ADDRESSES: addressOf('admin'), ...variables },
  })
  if (!proxy) throw new Error('there is no node')
  const node = proxy
  const { vault, vault2, shareToken, shareToken2, lpStrategy, lendpoolStrategy } = net.world.contracts
  const d1 = await net.database()
  const now = Math.floor(Date.now() / 1000)
  await seedRooms(d1, localRooms(net.world.chainId, { vault, vault2, shareToken, shareToken2 }), now)
  await seedConversation(d1, { vault, chainId: net.world.chainId }, now)
  const random = seeded('desk')
  const sessionOf = async (account: LocalAccount): Promise<Headers> => bearer((await signIn(net.api, account)).token)
  const rows = async <T = Record<string, unknown>>(query: string, ...values: unknown[]): Promise<T[]> =>
    (
      await d1
        .prepare(query)
        .bind(...values)
        .all<T>()
    ).results
  const get = async (op: string, headers: Headers, query: Headers = {}): Promise<Answer> =>
    toAnswer(await fetch(`${net.api}/v1/workspace/${op}?${new URLSearchParams({ vault, ...query })}`, { headers }))
  const post = async (op: string, headers: Headers, body: object): Promise<Answer> =>
    toAnswer(
      await fetch(`${net.api}/v1/workspace/${op}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ vault, ...body }),
      }),
    )
  const act = (headers: Headers, action: string, payload: object, more: object = {}): Promise<Answer> =>
    post('actions', headers, { action, payload, ...more })
  /** The same by the action's own path. */
  const change = (headers: Headers, action: string, payload: object, more: object = {}): Promise<Answer> =>
    post(PATHS[action.split('.')[0] ?? ''] ?? '', headers, { action, payload, ...more })
  const owner = await sessionOf(accountOf(net, 'owner'))

  return {
    ...net,
    proxy: node,
    vault,
    vault2,
    lpStrategy,
    lendpoolStrategy,
    owner,
    d1,
    rows,
    get,
    post,
    act,
    change,
    session: (role: AccountRole) => sessionOf(accountOf(net, role)),
    sessionOf,
    newAccount: () => random.account(),
    /** The result, by the action's own path. */
    done: async (headers: Headers, action: string, payload: object, more: object = {}): Promise<Result> =>
      dataOf(await change(headers, action, payload, more), WorkspaceActionResult),
    /** Somebody new with a role on the vault, by its owner. */
    async member(role: 'ADMIN' | 'OPERATOR' | 'VIEWER') {
      const account = random.account()
      const headers = await sessionOf(account)
      const given = await act(owner, 'settings.members.set', { address: account.address, role })
      if (given.status !== 200) throw new Error(`no ${role}: ${JSON.stringify(given.json)}`)
      return { account, headers, address: account.address }
    },
    /** Adds a wallet to the account of another one. */
    async addWallet(of: string, wallet: string): Promise<void> {
      await rows('delete from profile_wallets where address = ?', wallet.toLowerCase())
      await rows(
        `insert into profile_wallets (address, profile_id, kind, canonical, linked_at)
         select ?, profile_id, 'owner', 0, 1 from profile_wallets where address = ?`,
        wallet.toLowerCase(),
        of.toLowerCase(),
      )
    },
    async stop() {
      await net.stop()
      await node.stop()
    },
  }
}
