import type { RpcReply } from '../../../../shared/chain/RpcCall.ts'
import type { FailOverNode } from '../../../../shared/chain/createFailOver.ts'
import {
  type Fault,
  faultOf,
  faultOfError,
  isRateLimit,
  notRpc,
  RATE_LIMITED,
  readReply,
} from '../../../../shared/chain/createPost.ts'
import { statesAtMost } from '../../../../shared/text/readBounded.ts'
import type { RpcCall } from '../../../../schema/rpc/proxy.ts'
import { ANSWER_MS } from '../deadlines.ts'
import { MAX_BYTES } from './createUpstream.ts'

/** Answers up to this length are read as a whole and checked; longer ones are passed on while they arrive. */
const WHOLE_BYTES = 131_072

/** A node's answer to one call: a reply, with its own bytes if they name the call, or the beginning of a long result. */
export type Outcome = { readonly reply: RpcReply; readonly bytes?: Uint8Array } | { readonly open: Open }

/** Opens the stream of a long result; `onEnd` is called once, however it ends. */
export type Open = (onEnd: () => void) => ReadableStream<Uint8Array>

const decoder = new TextDecoder()

/**
 * Sends one call to a node under the caller's own id. A reply of at most 128 KiB is read and checked: JSON-RPC, with that
 * id. Of a longer one the beginning must be that of a result, and its length is counted while it is passed on: one that
 * is cut off is no JSON, so that nobody takes a part for the whole.
 */
export async function postOne(
  { endpoint, fetch: send }: FailOverNode,
  { id, method, params }: RpcCall,
  { ms, gone }: { readonly ms: number; readonly gone: AbortSignal | undefined },
): Promise<Outcome | Fault> {
  const over = new AbortController()
  const cutBy = (signal: AbortSignal) => signal.addEventListener('abort', () => over.abort(signal.reason))
  // Only for the beginning of the answer: it must not cut the rest off.
  const limit = setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), ms)
  if (gone) cutBy(gone)
  if (gone?.aborted) over.abort(gone.reason)
  try {
    const response = await send(endpoint.url, {
      method: 'POST',
      headers: endpoint.headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal: over.signal,
    })
    const fault = await faultOf(response, MAX_BYTES)
    if (fault) return fault
    if (statesAtMost(response, WHOLE_BYTES))
      return wholeReply(response, new Uint8Array(await response.arrayBuffer()), id)
    if (!response.body) return notRpc(response)
    const reader = response.body.getReader()
    const head = await readUpTo(reader, WHOLE_BYTES)
    if (head.isWhole) return wholeReply(response, head.bytes, id)
    const kind = kindOf(head.bytes, id)
    if (kind === 'error') {
      // Some nodes repeat in an error what they were sent.
      const rest = await readUpTo(reader, MAX_BYTES)
      if (rest.isWhole) return wholeReply(response, join([head.bytes, rest.bytes]), id)
    }
    if (!response.ok || kind !== 'result') {
      await reader.cancel()
      return notRpc(response)
    }
    cutBy(AbortSignal.timeout(ANSWER_MS))
    return { open: (onEnd) => passOn(reader, head.bytes, { signal: over.signal, onEnd }) }
  } catch (error) {
    return faultOfError(over.signal.aborted ? over.signal.reason : error, ms, MAX_BYTES)
  } finally {
    clearTimeout(limit)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The bytes of a body until its end, or until they are more than `most`. */
async function readUpTo(reader: Reader, most: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  for (let length = 0; length <= most;) {
    const { done, value } = await reader.read()
    if (done) return { bytes: join(chunks), isWhole: true }
    chunks.push(value)
    length += value.length
  }
  return { bytes: join(chunks), isWhole: false }
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The reply to a call, or the fault. A node that could not read the id answers an error without one. */
function wholeReply(response: Response, bytes: Uint8Array, id: unknown): Outcome | Fault {
  let body: unknown
  try {
    body = JSON.parse(decoder.decode(bytes))
  } catch {
    return notRpc(response)
  }
  const read = readReply(body)
  if (!read || (read.id !== id && !('error' in read.reply && read.id === null))) return notRpc(response)
  if (isRateLimit(read.reply)) return RATE_LIMITED
  return { reply: read.reply, ...(response.ok && read.id === id ? { bytes } : {}) }
}

/** The kind of a reply with this id, by its first members; undefined if it does not begin as one. The id may come last. */
function kindOf(bytes: Uint8Array, id: unknown): 'result' | 'error' | undefined {
  const text = decoder.decode(bytes.subarray(0, 1024))
  const found =
    /^\s*\{((?:\s*"(?:jsonrpc|id)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|null)\s*,)*)\s*"(result|error)"\s*:/.exec(text)
  if (!found) return undefined
  if (found[2] === 'error') return 'error'
  const [, idText] = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|null)/.exec(found[1] ?? '') ?? []
  return idText === undefined || JSON.parse(idText) === id ? 'result' : undefined
}

function passOn(
  reader: Reader,
  head: Uint8Array,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: () => void },
): ReadableStream<Uint8Array> {
  let length = head.length
  let cut: (() => void) | undefined
  const end = () => {
    if (cut) signal.removeEventListener('abort', cut)
    onEnd()
  }
  const next = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await reader.read()
    if (done) {
      end()
      return controller.close()
    }
    length += value.length
    if (length > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    controller.enqueue(value)
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(head)
      // A client that does not read on is noticed by the time limit alone.
      cut = () => {
        controller.error(new Error('the answer took too long'))
        end()
      }
      signal.addEventListener('abort', cut, { once: true })
    },
    async pull(controller) {
      try {
        await next(controller)
      } catch (error) {
        end()
        await reader.cancel().catch(() => undefined)
        throw error
      }
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
}
