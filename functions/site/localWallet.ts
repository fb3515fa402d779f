import { comesFromOwnPage } from '../../shared/auth/origin.ts'
import { withHeaders } from '../../shared/http/headers.ts'
import { askService } from '../../shared/provider/askService.ts'
import { readBounded } from '../../shared/text/readBounded.ts'
import { LOCAL_WALLET, LOCAL_WORLD } from './atHost.ts'
import { namesOf } from './pageHeaders.ts'

const MOST_BYTES = 65_536
/** A local node mines what it is sent before it answers. */
const TIMEOUT_MS = 30_000

/**
 * Whether a page of this host asks the wallet of a localnet. Other callers may not, since it signs anything. A deployment, which has
 * https, has no such wallet, whatever its variables are.
 */
export const asksLocalWallet = (request: Request, baseUrl: string): boolean =>
  request.method === 'POST' &&
  baseUrl.startsWith('http:') &&
  new URL(request.url).pathname === LOCAL_WALLET &&
  Number(request.headers.get('content-length') ?? MOST_BYTES + 1) <= MOST_BYTES &&
  comesFromOwnPage(request, new URL(baseUrl).origin)

/**
 * Whether a program, or a person who opens the URL, requests the accounts of a localnet. Pages of other hosts may not, even if their
 * host name resolves to this machine.
 */
export function asksLocalWorld({ method, url, headers }: Request, baseUrl: string): boolean {
  const { origin, pathname } = new URL(url)
  return (
    method === 'GET' &&
    pathname === LOCAL_WORLD &&
    baseUrl.startsWith('http:') &&
    namesOf(new URL(baseUrl).origin).includes(origin) &&
    !headers.has('origin') &&
    (headers.get('sec-fetch-site') ?? 'none') === 'none'
  )
}

/** Accounts, addresses and secrets of the localnet; 404 until it has started. */
export async function readLocalWorld(url: string): Promise<Response> {
  const { status, bytes } = await askService({ provider: null, url, path: '/world', answers: [200, 404] })
  const headers = withHeaders({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  return new Response(bytes, { status, headers })
}

/** Passes a JSON-RPC request to the wallet of a localnet, which has its own list of methods. No key is in this Worker. */
export async function passToLocalWallet(request: Request, url: string): Promise<Response> {
  const body = await readBounded(request.body ?? new Blob([]).stream(), MOST_BYTES)
  const headers = { 'content-type': 'application/json' }
  const { bytes } = await askService({ provider: null, url, body, headers, timeoutMs: TIMEOUT_MS })
  return new Response(bytes, { headers: withHeaders({ ...headers, 'cache-control': 'no-store' }) })
}
