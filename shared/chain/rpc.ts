import { ApiError } from '../http/ApiError.ts'

/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** What a node said to one call: a result, or an error of its own (a revert, a refusal), which is no outage. */
export type RpcReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

/**
 * What a reader says of a node's replies. `unusable`: a failing node (the next one is asked, and it counts against this
 * one). `unsupported`: the node cannot do this kind of request (the next able one is asked; not held against it).
 * A head: usable, and as of that block, by which nodes are compared.
 */
export type Verdict =
  | 'usable'
  | 'unusable'
  | 'unsupported'
  | { readonly blockNumber: bigint; /** Unix seconds. */ readonly timestamp: number }

export interface SendOptions {
  /** Judges the replies of a node, which is named by its index in the configuration. Throwing means `unusable`. */
  readonly judge?: (replies: readonly RpcReply[], node: number) => Verdict
  /** Nodes (by index in the configuration) that may be asked; all by default. */
  readonly able?: (node: number) => boolean
  /** The oldest block that is of use: a node whose head is before it is passed over while another may be there. */
  readonly minBlock?: bigint
}

export interface Rpc {
  /** How many nodes are configured. */
  readonly nodes: number
  /**
   * Sends calls as one HTTP request (a JSON-RPC batch when there are several) and answers in their order. Where every able
   * node is `unsupported`, these are the replies of the first of them.
   */
  send(calls: readonly RpcCall[], options?: SendOptions): Promise<readonly RpcReply[]>
}

interface RpcOptions {
  readonly urls: readonly string[]
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

/**
 * JSON-RPC over HTTP (JSON-RPC 2.0 section 6 for batches) with fail-over: the configured URLs in order, beginning with
 * the one that answered last. A URL fails by network error, time-out, HTTP error, a body that is no JSON-RPC, or when
 * `judge` says so of its replies. A node's own error reply is an answer.
 *
 * Throws rpc_not_configured, upstream_rate_limited (HTTP 429, with the node's Retry-After), upstream_timeout,
 * upstream_failed; never a text of the upstream or its URL.
 */
export function createRpc({ urls, timeoutMs = 10_000, fetch: send = fetch }: RpcOptions): Rpc {
  let preferred = 0
  let lastId = 0
  return {
    nodes: urls.length,
    async send(calls, { judge, able = () => true } = {}) {
      if (urls.length === 0) throw new ApiError('rpc_not_configured')
      let failure = new ApiError('upstream_failed')
      let unsupported: readonly RpcReply[] | undefined
      for (let turn = 0; turn < urls.length; turn++) {
        const index = (preferred + turn) % urls.length
        const url = urls[index]
        if (url === undefined || !able(index)) continue
        const outcome = await post(send, url, calls, lastId, timeoutMs)
        lastId += calls.length
        if (outcome instanceof ApiError) {
          failure = worse(failure, outcome, turn)
          continue
        }
        const verdict = judged(judge, outcome, index)
        if (verdict === 'unusable') failure = worse(failure, new ApiError('upstream_failed'), turn)
        else if (verdict === 'unsupported') unsupported ??= outcome
        else {
          preferred = index
          return outcome
        }
      }
      if (unsupported) return unsupported
      throw failure
    },
  }
}

const judged = (judge: SendOptions['judge'], replies: readonly RpcReply[], node: number): Verdict => {
  try {
    return judge ? judge(replies, node) : 'usable'
  } catch {
    return 'unusable'
  }
}

/** Of several failures the first is told, but a rate limit wins: it alone tells the caller when to come back. */
const worse = (before: ApiError, now: ApiError, turn: number): ApiError =>
  turn === 0 || (now.code === 'upstream_rate_limited' && before.code !== 'upstream_rate_limited') ? now : before

async function post(
  send: typeof fetch,
  url: string,
  calls: readonly RpcCall[],
  lastId: number,
  timeoutMs: number,
): Promise<readonly RpcReply[] | ApiError> {
  const messages = calls.map((call, i) => ({
    jsonrpc: '2.0',
    id: lastId + 1 + i,
    method: call.method,
    params: call.params,
  }))
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 429) {
      await response.body?.cancel()
      return new ApiError('upstream_rate_limited', undefined, retryAfter(response.headers.get('retry-after')))
    }
    // Some nodes send a call's error with an HTTP error status; the body decides.
    const body: unknown = await response.json()
    const replies = inOrder(
      Array.isArray(body) ? body : [body],
      messages.map((m) => m.id),
    )
    if (!replies) return new ApiError('upstream_failed')
    return replies.some(isRateLimit) ? new ApiError('upstream_rate_limited') : replies
  } catch (error) {
    return new ApiError(
      error instanceof Error && error.name === 'TimeoutError' ? 'upstream_timeout' : 'upstream_failed',
    )
  }
}

const retryAfter = (value: string | null): Record<string, string> =>
  value !== null && /^[1-9][0-9]{0,4}$/.test(value) ? { 'retry-after': value } : {}

/** A node that limits in the body; -32005 (EIP-1474) alone may also mean a log range that is too wide. */
const isRateLimit = (reply: RpcReply): boolean =>
  'error' in reply &&
  (reply.error.code === 429 ||
    (reply.error.code === -32005 && /rate|too many requests|capacity/i.test(reply.error.message)))

/** A batch may come back in any order (JSON-RPC 2.0 section 6); undefined when a reply is missing or malformed. */
function inOrder(bodies: readonly unknown[], ids: readonly number[]): RpcReply[] | undefined {
  const byId = new Map<unknown, RpcReply>()
  for (const body of bodies) {
    const reply = readReply(body)
    if (reply) byId.set(reply.id, reply.reply)
  }
  const replies = ids.flatMap((id) => byId.get(id) ?? [])
  return replies.length === ids.length ? replies : undefined
}

function readReply(body: unknown): { id: unknown; reply: RpcReply } | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined
  if ('error' in body && typeof body.error === 'object' && body.error !== null) {
    const { error } = body
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 0
    const message = 'message' in error && typeof error.message === 'string' ? error.message : ''
    return { id: body.id, reply: { error: { code, message, ...('data' in error ? { data: error.data } : {}) } } }
  }
  return 'result' in body ? { id: body.id, reply: { result: body.result } } : undefined
}
