import { decoded } from '../text/decoded.ts'
import { readText } from '../text/readBounded.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'

/** Why a node gave no replies; `cause` is for the log, and contains neither the node's own words nor its URL. */
export interface Fault {
  readonly code: 'upstream_failed' | 'upstream_timeout' | 'upstream_rate_limited'
  readonly cause: string
  /** Seconds until the node accepts requests again, as it stated. */
  readonly retryAfter?: number
  /** It answered a batch as if that were one malformed request. */
  readonly refusesBatch?: boolean
  /** Its HTTP status, if that was the fault. */
  readonly status?: number
  /** Its body is longer than the bound. */
  readonly isTooLong?: boolean
  /** It answers for another chain. */
  readonly wrongChain?: WrongChain
}

/** A node answers for another chain: the id (or genesis hash) that is configured, and the one that it answered. */
export interface WrongChain {
  readonly configured: number | string
  readonly answered: number | string
}

/** The fault of a node that answers for another chain. */
export const wrongChain = (chain: WrongChain): Fault => ({
  code: 'upstream_failed',
  cause: 'it serves another chain',
  wrongChain: chain,
})

/** The URL and headers of a node. */
export interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Sends calls to one node within a time in milliseconds; `maxBytes` bounds the body of the response. */
export type Post = (
  calls: readonly RpcCall[],
  timeoutMs: number,
  maxBytes?: number,
) => Promise<readonly RpcReply[] | Fault>

/** Fetch rejects a URL with a user and password in it, so they are sent as in RFC 7617. */
export function toEndpoint(text: string): Endpoint {
  const url = URL.parse(text)
  const headers = { 'content-type': 'application/json' }
  if (!url || (url.username === '' && url.password === '')) return { url: text, headers }
  const given = `${decoded(url.username)}:${decoded(url.password)}`
  const bytes = String.fromCharCode(...new TextEncoder().encode(given))
  url.username = url.password = ''
  return { url: url.href, headers: { ...headers, authorization: `Basic ${btoa(bytes)}` } }
}

/** The default bound of a node's body, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024

/** HTTP statuses whose body may contain a call's own error: JSON-RPC over HTTP sends some of them with 400 and 404. */
const MAY_SPEAK = new Set([400, 404])
/** HTTP statuses of a server that does not accept a body of this kind (RFC 9110 section 15.5). */
const REFUSES = new Set([400, 405, 413, 415, 422, 501])

let lastId = 0

/** The most calls that may be sent one by one, and how many of them run at once. */
const MOST = 100
const AT_ONCE = 6
/** A node that refused a batch gets single calls for this long before the next batch. */
const PAUSE_MS = 60_000

/**
 * Posts calls to one node: as one batch, or one by one (at most a hundred, in the same time) if the node refuses batches,
 * which JSON-RPC 2.0 section 6 does not require. The replies come in the order of the calls.
 *
 * A node fails by network error, time-out, an HTTP status that does not belong to the call, or a body that is not JSON-RPC,
 * is too long, or lacks the reply to a call.
 */
export function createPost(
  send: typeof fetch,
  { url, headers }: Endpoint,
  now: () => number,
  mostBytes = MAX_BYTES,
): Post {
  let refusedUntil = 0

  const postOnce: Post = async (calls, timeoutMs, maxBytes = mostBytes) => {
    const messages = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++lastId, method, params }))
    try {
      const response = await send(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const fault = await faultOf(response, maxBytes)
      if (fault) return fault
      const body = parse(await readText(response, maxBytes))
      const replies = inOrder(body, messages)
      if (replies) return replies.some(isRateLimit) ? RATE_LIMITED : replies
      const refusal = isErrorObject(body) ? readReply({ id: null, ...body })?.reply : undefined
      if (refusal && isRateLimit(refusal)) return RATE_LIMITED
      return { ...notRpc(response), refusesBatch: REFUSES.has(response.status) || refusal !== undefined }
    } catch (error) {
      return faultOfError(error, timeoutMs, maxBytes)
    }
  }

  const postOneByOne: Post = async (calls, timeoutMs, maxBytes) => {
    const until = now() + timeoutMs
    const replies: RpcReply[] = []
    for (let i = 0; i < calls.length; i += AT_ONCE) {
      const left = Math.max(1, until - now())
      const group = calls.slice(i, i + AT_ONCE).map((call) => postOnce([call], left, maxBytes))
      for (const outcome of await Promise.all(group)) {
        if ('code' in outcome) return outcome
        replies.push(...outcome)
      }
    }
    return replies
  }

  return async (calls, timeoutMs, maxBytes) => {
    if (calls.length === 1 || calls.length > MOST) return postOnce(calls, timeoutMs, maxBytes)
    const until = now() + timeoutMs
    const isKnown = now() < refusedUntil
    const outcome = isKnown ? undefined : await postOnce(calls, timeoutMs, maxBytes)
    if (outcome && !isBatchRefusal(outcome)) return outcome
    const replies = await postOneByOne(calls, until - now(), maxBytes)
    // A node that also fails call by call may simply be failing.
    if (!isKnown && !('code' in replies)) refusedUntil = now() + PAUSE_MS
    return replies
  }
}

/** Refused as a whole, or with the same message for each of its calls. */
const isBatchRefusal = (outcome: readonly RpcReply[] | Fault): boolean =>
  'code' in outcome
    ? outcome.refusesBatch === true
    : outcome.every((reply) => 'error' in reply && /\bbatch/i.test(reply.error.message))

/** The fault that a response shows before its body is read; the body is then cancelled. */
export async function faultOf(response: Response, maxBytes: number): Promise<Fault | undefined> {
  const { ok, status, headers } = response
  const isTooLong = Number(headers.get('content-length') ?? 0) > maxBytes
  if (!isTooLong && (ok || MAY_SPEAK.has(status))) return undefined
  await response.body?.cancel()
  if (status === 429)
    return { code: 'upstream_rate_limited', cause: 'HTTP 429', ...retryAfter(headers.get('retry-after')) }
  if (!ok && !MAY_SPEAK.has(status)) return { ...failed(`HTTP ${status}`), status, refusesBatch: REFUSES.has(status) }
  return tooLong(maxBytes)
}

/** The fault of a response that did not come, or did not end. */
export function faultOfError(error: unknown, timeoutMs: number, maxBytes: number): Fault {
  const { name, message } = error instanceof Error ? error : new Error()
  if (name === 'TimeoutError') return { code: 'upstream_timeout', cause: `no answer within ${timeoutMs} ms` }
  return message.startsWith('longer than') ? tooLong(maxBytes) : failed('the connection failed')
}

/** The fault of a response whose body is not the one that was expected. */
export const notRpc = ({ ok, status }: Pick<Response, 'ok' | 'status'>): Fault =>
  ok ? failed('its body is not the expected JSON-RPC response') : { ...failed(`HTTP ${status}`), status }

const isErrorObject = (body: unknown): body is { error: unknown } =>
  typeof body === 'object' && body !== null && 'error' in body
export const RATE_LIMITED: Fault = { code: 'upstream_rate_limited', cause: 'a JSON-RPC rate limit' }
const tooLong = (maxBytes: number): Fault => ({
  ...failed(`its body is longer than ${maxBytes} bytes`),
  isTooLong: true,
})
const failed = (cause: string): Fault => ({ code: 'upstream_failed', cause })

const retryAfter = (value: string | null): { retryAfter?: number } =>
  value !== null && /^[1-9][0-9]{0,4}$/.test(value) ? { retryAfter: Number(value) } : {}

/** A node that reports a rate limit in the body; -32005 (EIP-1474) alone may also mean a log range that is too wide. */
export const isRateLimit = (reply: RpcReply): boolean =>
  'error' in reply &&
  (reply.error.code === 429 ||
    (reply.error.code === -32005 && /rate|too many requests|capacity/i.test(reply.error.message)))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A batch may come back in any order (JSON-RPC 2.0 section 6); undefined when a reply is missing or malformed. */
function inOrder(body: unknown, messages: readonly { readonly id: number }[]): RpcReply[] | undefined {
  const byId = new Map<unknown, RpcReply>()
  for (const item of Array.isArray(body) ? body : [body]) {
    const reply = readReply(item)
    if (reply) byId.set(reply.id, reply.reply)
  }
  const replies = messages.flatMap(({ id }) => byId.get(id) ?? [])
  return replies.length === messages.length ? replies : undefined
}

/** A reply and its id; undefined if the body is not a reply. */
export function readReply(body: unknown): { id: unknown; reply: RpcReply } | undefined {
  if (typeof body !== 'object' || body === null || !('id' in body)) return undefined
  if ('error' in body && typeof body.error === 'object' && body.error !== null) {
    const { error } = body
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 0
    const message = 'message' in error && typeof error.message === 'string' ? error.message : ''
    return { id: body.id, reply: { error: { code, message, ...('data' in error ? { data: error.data } : {}) } } }
  }
  return 'result' in body ? { id: body.id, reply: { result: body.result } } : undefined
}
