import type { LocalAccount } from 'viem'
import { accountOf, bearer, signIn, toAnswer, type Answer } from '../../account/support.ts'
import type { AccountRole } from '../../../localnet/world/accounts.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'
import { type ScriptedNode, startNode } from './startNode.ts'

export interface ProxyNet extends BorrowedNet {
  readonly node: ScriptedNode
  readonly second: ScriptedNode
  readonly url: string
  /** Headers of a session. */
  signedIn(account: AccountRole | LocalAccount): Promise<Record<string, string>>
  /** Posts a body, as a client of its own unless headers say otherwise. */
  post(body: unknown, headers?: Record<string, string>, query?: string): Promise<Answer>
}

/** A call as JSON-RPC writes it. */
export const call = (method: string, params?: readonly unknown[], id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params ? { params } : {}),
})

/** Two scripted nodes in front of the chain, for the proxy alone, and the Workers that it takes. */
export async function startProxyNet(variables: Readonly<Record<string, string>> = {}): Promise<ProxyNet> {
  const nodes: ScriptedNode[] = []
  const net = await startLocalnet({
    families: ['account', 'rpc'],
    variables,
    nodeUrl: async (url) => {
      nodes.push(await startNode(url), await startNode(url))
      return nodes.map((one) => one.url).join()
    },
  })
  const [node, second] = nodes
  if (!node || !second) throw new Error('no nodes')
  const url = `${net.sockets['rpc']}/rpc`
  const sessions = new Map<AccountRole | LocalAccount, Promise<Record<string, string>>>()
  let clients = 0
  const newClient = () => `10.1.${(++clients >> 8) & 255}.${clients & 255}`
  return {
    ...net,
    node,
    second,
    url,
    signedIn(account) {
      const known =
        sessions.get(account) ??
        signIn(net.api, typeof account === 'string' ? accountOf(net, account) : account).then(({ token }) =>
          bearer(token),
        )
      sessions.set(account, known)
      return known
    },
    async post(body, headers = {}, query = '') {
      const response = await fetch(url + query, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': newClient(), ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return toAnswer(response)
    },
    async stop() {
      await net.stop()
      await Promise.all(nodes.map((one) => one.stop()))
    },
  }
}
