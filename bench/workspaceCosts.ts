import type { Address } from 'viem'
import { openDatabase } from '../shared/store/database.ts'
import { enqueueAction } from '../shared/store/enqueueAction.ts'
import { lower } from '../shared/text/address.ts'
import { accountOf, bearer, signIn } from '../test/account/support.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../test/support/rpcProxy.ts'
import { oneConnection } from './client.ts'
import { stepCosts, toStorage } from './stepCosts.ts'
import type { StorageCalls, Upstream } from './storageWorker.ts'

/** More than are taken. */
const ACTIONS = 500

/**
 * The cost of the workspace of a vault and of the queue of keepers, one after the other over one connection: milliseconds, as a
 * ratio to the bare Worker and to one that makes the same storage calls, and the requests to the node. Nothing here is remembered between requests: the role of the
 * caller is read of the chain each time, and a keeper’s action is taken and reported once.
 */
export async function workspaceCosts(bare: string, storage: (calls: StorageCalls) => string): Promise<string[][]> {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    inWorkerd: true,
    families: ['account', 'workspace'],
    nodeUrl: async (anvil) => (proxy = await startRpcProxy(anvil)).url,
    variables: { LIMIT_MULTIPLIER: '1000000' },
  })
  const client = oneConnection()
  try {
    const { vault } = net.world.contracts
    const owner = bearer((await signIn(net.api, accountOf(net, 'owner'))).token)
    const { secrets } = net
    const url = net.sockets['workspace'] ?? ''
    const keeper = {
      authorization: `Bearer ${secrets['KPR_API_KEY']}`,
      'x-keepr-zone-key': secrets['KPR_ZONE_KEY_MARKET_MAINTENANCE'] ?? '',
    }
    const send = async (path: string, headers: Readonly<Record<string, string>>, body?: object): Promise<void> => {
      const json = { ...headers, 'content-type': 'application/json' }
      const how = body ? { method: 'POST', headers: json, body: JSON.stringify(body) } : { headers }
      const { status, text } = await client.send(`${url}${path}`, how)
      if (status !== 200 || text.includes('"updated":false')) throw new Error(`${path}: ${status} ${text}`)
    }
    let id = await enqueueActions(await net.database(), vault)
    const preferences = { chatappEnabled: true, msgnetEnabled: false, emailEnabled: false, minSeverity: 'warn' }
    // The latest request to the node, of the second run of the step.
    const nodeRequest = (): Upstream => {
      const [call] = proxy?.requests.at(-1)?.calls ?? []
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
      return { url: proxy?.url ?? '', method: 'POST', headers: { 'content-type': 'application/json' }, body }
    }
    const steps = {
      getWorkspaceSummary: {
        run: () => send(`/v1/workspace/summary?vault=${vault}`, owner),
        calls: 'or',
        upstream: nodeRequest,
      },
      'changeWorkspaceSettings, with its audit and activity': {
        run: () =>
          send('/v1/workspace/settings', owner, {
            vault,
            action: 'settings.notifications.upsert',
            payload: preferences,
          }),
        calls: 'orw',
        upstream: nodeRequest,
      },
      'updateKeeprActionStatus, executing and executed': {
        run: async () => {
          await send('/keepr/actions/updateStatus', keeper, { id, status: 'executing' })
          await send('/keepr/actions/updateStatus', keeper, { id: id++, status: 'executed', attempt: 1 })
        },
        calls: 'w,w',
      },
    }
    const least = { bare: () => client.send(bare), storage: toStorage(client.send, storage) }
    return await stepCosts(least, steps, () => proxy?.requests.length ?? NaN)
  } finally {
    client.close()
    await net.stop()
    await proxy?.stop()
  }
}

/** Enqueues actions for a vault, numbered one after the other; the first number. */
export async function enqueueActions(d1: D1Database, vault: Address): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const action = { vaultAddress: lower(vault), groupId: '', actionType: 'monitor.vault', action: '{}' }
  await openDatabase(d1).batch(
    Array.from({ length: ACTIONS }, (_, i) => enqueueAction({ ...action, dedupeKey: `bench-${i}` }, now)),
  )
  return Number(await d1.prepare('select min(id) id from actions').first('id'))
}
