import { list } from '../shared/env/formats.ts'

const TIMEOUT_MS = 5000

/** Kept from the start, because tests replace the global ones, count their calls and hold their time-outs. */
const { fetch } = globalThis
const timeOut = AbortSignal.timeout.bind(AbortSignal)

/** Host of a node's URL: the rest of the URL may contain a key. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? 'an invalid URL'

/** The result of one JSON-RPC call; undefined if the node does not return one in five seconds. */
export async function askNode(
  url: string,
  method: string,
  params: readonly unknown[],
  stopping?: AbortSignal,
): Promise<unknown> {
  const timeout = timeOut(TIMEOUT_MS)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: stopping ? AbortSignal.any([timeout, stopping]) : timeout,
    })
    const reply: unknown = JSON.parse(await response.text())
    return typeof reply === 'object' && reply !== null && 'result' in reply ? (reply.result ?? undefined) : undefined
  } catch {
    return undefined
  }
}

/** Throws an Error that names the hosts if none of the nodes answers, or one is on a different chain. */
export async function requireNode(rpcUrl: string, chainId: number): Promise<void> {
  const urls = list(rpcUrl)
  const ids = await Promise.all(urls.map((url) => askNode(url, 'eth_chainId', [])))
  for (const [i, id] of ids.entries())
    if (id !== undefined && Number(id) !== chainId)
      throw new Error(
        `--rpc: the node at ${hostOf(urls[i] ?? '')} is on chain ${Number(id)}, but --config is for chain ${chainId}`,
      )
  if (ids.every((id) => id === undefined))
    throw new Error(`--rpc: no node answers at ${urls.map(hostOf).join(', ')}; start a node there, or pass another URL`)
}
