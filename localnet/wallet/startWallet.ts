import * as z from 'zod'
import { type Call, readBody, Refusal, Reply, serveJson, type Service } from '../standIn.ts'
import { accounts } from '../world/accounts.ts'

/** Methods that it passes to the node, which has the published accounts unlocked. */
const PASSED = [
  'eth_chainId',
  'eth_getBlockByNumber',
  'eth_getTransactionReceipt',
  'eth_sendTransaction',
  'personal_sign',
] as const

const MOST_BYTES = 65_536

const Request = z.object({ id: z.union([z.string(), z.number()]).default(0), method: z.string(), params: z.unknown() })

export interface LocalWallet extends Service {
  /** The chain that it sends to from now on. */
  serveChain(chain: { readonly rpcUrl: string }): void
  /** Accounts, addresses and secrets of the local world, for programs of the guides. */
  serveWorld(world: object): void
}

/**
 * The wallet of the local world, as JSON-RPC: it signs every request with the published accounts, so that pages of a
 * localnet can send what they have built. Without a chain it has nothing.
 */
export async function startWallet(chain?: { readonly rpcUrl: string }): Promise<LocalWallet> {
  let served = chain
  let described: object | undefined
  async function answer({ request, route }: Call): Promise<unknown> {
    // A page sends the name of its own host, even if that resolves to this machine.
    if (!/^127\.0\.0\.1:\d+$/.test(request.headers.host ?? ''))
      throw new Refusal(403, 'forbidden_host', 'only callers on this machine are served')
    if (route === 'GET /world') return described ?? new Reply(404, { error: 'the local world is still starting' })
    const { id, method, params } = await readBody(request, Request, MOST_BYTES)
    if (served && method === 'localnet_accounts')
      return { jsonrpc: '2.0', id, result: accounts.map(({ role, address }) => ({ role, address })) }
    if (!served || !PASSED.some((passed) => passed === method))
      return { jsonrpc: '2.0', id, error: { code: 4200, message: `the local wallet does not have ${method}` } }
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(served.rpcUrl, { method: 'POST', headers, body })).json()
  }
  const { url, stop } = await serveJson(answer)
  return {
    url,
    variables: { LOCAL_WALLET_RPC: url },
    serveChain: (given) => void (served = given),
    serveWorld: (given) => void (described = given),
    stop,
  }
}
