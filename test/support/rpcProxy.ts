import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { numberToHex } from 'viem'

/** One JSON-RPC call of a request. */
export interface ProxiedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** One HTTP request that reached the proxy; a JSON-RPC batch is one request of several calls. */
export interface ProxiedRequest {
  readonly calls: readonly ProxiedCall[]
}

/**
 * The proxy's treatment of a request: hand it on (`pass`), answer an HTTP status without asking the node (a 429 with
 * `retryAfter` seconds), never answer (`hang`), cut the connection (`drop`), refuse single calls with a JSON-RPC error
 * (`refuse`), cap the gas of eth_call (`gas`, with or without `refuse`), say something of its own to single calls
 * (`replies`, where it gives something), keep the node's answer to a call until something has happened (`holds`), refuse every batch (`single`), hand it on and make the answer that of another
 * chain (`chainId`), or be stuck at a block (`stuckAt`).
 */
export type ProxyMode =
  | 'pass'
  | 'hang'
  | 'drop'
  | 'single'
  | { readonly status: number; readonly retryAfter?: number }
  | { readonly refuse: (call: ProxiedCall) => boolean; readonly gas?: number }
  | { readonly gas: number }
  | { readonly replies: (call: ProxiedCall) => { readonly result: unknown } | { readonly error: unknown } | undefined }
  | { readonly holds: (call: ProxiedCall) => Promise<unknown> | undefined }
  | { readonly chainId: number }
  | { readonly stuckAt: number }

export interface RpcProxy {
  readonly url: string
  /** All requests since the start or the last reset, in the order of arrival. */
  readonly requests: readonly ProxiedRequest[]
  /** Milliseconds that each request waits before the proxy deals with it; set it at any time. */
  delayMs: number
  /** Set it at any time; it counts for the requests that arrive from then on. */
  mode: ProxyMode
  /** Forgets the requests, and passes everything on without delay again. */
  reset(): void
  /** Ends the proxy and every connection to it. */
  stop(): Promise<void>
}

/**
 * A proxy on a free port in front of a node's HTTP JSON-RPC endpoint: it records what passes, and plays a slow, limited,
 * broken or strange node.
 *
 * @example
 * const proxy = await startRpcProxy(net.rpcUrl)
 * proxy.delayMs = 50
 * await fetch(…) // something that uses proxy.url
 * expect(proxy.requests).toHaveLength(1)
 */
export async function startRpcProxy(targetUrl: string): Promise<RpcProxy> {
  let requests: ProxiedRequest[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')

  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${address.port}`,
    get requests() {
      return requests
    },
    delayMs: 0,
    mode: 'pass',
    reset() {
      requests = []
      proxy.delayMs = 0
      proxy.mode = 'pass'
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { delayMs, mode } = proxy
    const body = await text(request)
    const messages = readMessages(body)
    requests.push({ calls: messages.map(({ method, params }) => ({ method, params })) })
    if (delayMs > 0) await sleep(delayMs)
    if (mode === 'hang') return
    if (mode === 'drop') return void response.destroy()
    if (mode === 'single' && body.startsWith('[')) return send(response, 400, JSON.stringify(batchRefusal))
    if (typeof mode === 'object' && 'status' in mode) return refuseAll(response, mode)
    if (typeof mode === 'object' && ('refuse' in mode || 'gas' in mode || 'replies' in mode || 'holds' in mode)) {
      const replies = await Promise.all(messages.map((message) => play(mode, message)))
      return send(response, 200, JSON.stringify(body.startsWith('[') ? replies : replies[0]))
    }
    const sent =
      typeof mode === 'object' && 'stuckAt' in mode
        ? body.replaceAll('"latest"', `"${numberToHex(mode.stuckAt)}"`)
        : body
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(targetUrl, { method: 'POST', headers, body: sent })
    const reply = await answer.text()
    send(
      response,
      answer.status,
      typeof mode === 'object' && 'chainId' in mode ? await onChain(reply, mode.chainId) : reply,
    )
  }

  async function play(
    mode: {
      readonly refuse?: (call: ProxiedCall) => boolean
      readonly gas?: number
      readonly replies?: (call: ProxiedCall) => object | undefined
      readonly holds?: (call: ProxiedCall) => Promise<unknown> | undefined
    },
    message: ProxiedCall & { id: unknown },
  ): Promise<unknown> {
    if (mode.refuse?.(message)) return refusal(message)
    const own = mode.replies?.(message)
    if (own) return { jsonrpc: '2.0', id: message.id, ...own }
    const [transaction, ...others] = message.params
    if (mode.gas === undefined || message.method !== 'eth_call' || !isRecord(transaction)) {
      const answer = await forward(message)
      await mode.holds?.(message)
      return answer
    }
    // As a node does that caps it: less is let through, more is cut.
    const requested = Number(transaction['gas'] ?? Infinity)
    return forward({
      ...message,
      params: [{ ...transaction, gas: numberToHex(Math.min(requested, mode.gas)) }, ...others],
    })
  }

  async function forward(message: ProxiedCall): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return (await fetch(targetUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
  }

  /** Puts another id where the node's own stands: as a word of a call's result, or as the result of eth_chainId. */
  async function onChain(reply: string, chainId: number): Promise<string> {
    const own = await askChainId(targetUrl)
    const word = (id: number) => numberToHex(id, { size: 32 }).slice(2)
    return reply.replaceAll(word(own), word(chainId)).replaceAll(`"${numberToHex(own)}"`, `"${numberToHex(chainId)}"`)
  }

  return proxy
}

function refuseAll(response: ServerResponse, { status, retryAfter }: { status: number; retryAfter?: number }): void {
  if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
  send(response, status, JSON.stringify({ error: `status ${status}` }))
}

/** A node's answer to a method that it does not offer (JSON-RPC 2.0 section 5.1). */
const refusal = ({ id, method }: { id: unknown; method: string }) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32601, message: `the method ${method} is not available` },
})

/** The answer of a node that does not accept batches. */
const batchRefusal = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch requests are not supported' } }

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
}

function readMessages(body: string): (ProxiedCall & { id: unknown })[] {
  const parsed: unknown = JSON.parse(body)
  return (Array.isArray(parsed) ? parsed : [parsed]).map((message: unknown) => {
    if (!isRecord(message) || typeof message['method'] !== 'string') throw new Error('no JSON-RPC message')
    const { id, method, params } = message
    return { id, method, params: Array.isArray(params) ? params : [] }
  })
}

async function askChainId(url: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const answer: unknown = await (
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  ).json()
  if (!isRecord(answer)) throw new Error('the node does not tell its chain id')
  return Number(answer['result'])
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
