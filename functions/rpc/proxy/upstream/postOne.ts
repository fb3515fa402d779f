import {
  type Fault,
  faultOf,
  faultOfError,
  isRateLimit,
  notRpc,
  RATE_LIMITED,
  readReply,
} from '../../../../shared/chain/postCalls.ts'
import type { RpcReply } from '../../../../shared/chain/rpc.ts'
import type { RpcCall } from '../../../../schema/rpcProxy.ts'
import { MAX_BYTES, type Target } from './createUpstream.ts'

/** Answers up to this length are read as a whole and checked; longer ones are passed on while they arrive. */
const WHOLE_BYTES = 131_072

/** What a node answers to one call: a reply, with its own bytes if they name the call, or the beginning of a long result. */
export type Outcome =
  | { readonly reply: RpcReply; readonly bytes?: Uint8Array }
  | { readonly open: Open }

/** Opens the stream of a long result; `onEnd` is called once, however it ends. */
export type Open = (onEnd: () => void) => ReadableStream<Uint8Array>

const decoder = new TextDecoder()

/**
 * Sends one call to a node under the caller's own id. A reply of at most 128 KiB is read and checked: JSON-RPC, with that
 * id. Of a longer one the beginning must be that of a result; its length is counted while it is passed on, and it must end
 * as an object does: otherwise the connection ends without an end of the body.
 */
export async function postOne(
  { endpoint, fetch: send }: Target,
  { id, method, params }: RpcCall,
  { ms, gone }: { readonly ms: number; readonly gone: AbortSignal },
): Promise<Outcome | Fault> {
  // The first time limit is for the beginning of the answer: it must not cut the rest off.
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms)
  const signal = AbortSignal.any([late.signal, gone])
  try {
    const response = await send(endpoint.url, {
      method: 'POST',
      headers: endpoint.headers,
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      signal,
    })
    const fault = await faultOf(response, MAX_BYTES)
    if (fault) return fault
    if (!response.body) return notRpc(response)
    const reader = response.body.getReader()
    const head = await readHead(reader)
    clearTimeout(timer)
    if (head.isWhole) return wholeReply(response, head.bytes, id)
    if (!response.ok || !beginsAsResult(head.bytes, id)) {
      await reader.cancel()
      return notRpc(response)
    }
    return { open: (onEnd) => passOn(reader, head.bytes, { signal, onEnd }) }
  } catch (error) {
    return faultOfError(late.signal.aborted ? late.signal.reason : error, ms, MAX_BYTES)
  } finally {
    clearTimeout(timer)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readHead(reader: Reader): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const first = await reader.read()
  if (first.done) return { bytes: new Uint8Array(), isWhole: true }
  const chunks = [first.value]
  let length = first.value.length
  while (length <= WHOLE_BYTES) {
    const { done, value } = await reader.read()
    if (done) return { bytes: chunks.length === 1 ? first.value : join(chunks, length), isWhole: true }
    chunks.push(value)
    length += value.length
  }
  return { bytes: join(chunks, length), isWhole: false }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** The reply to a call, or why it is none. A node that could not read the id answers an error with none. */
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

/** Whether the first members of an object are those of a result with this id; the id may also come last. */
function beginsAsResult(bytes: Uint8Array, id: unknown): boolean {
  const text = decoder.decode(bytes.subarray(0, 1024))
  const found = /^\s*\{((?:\s*"(?:jsonrpc|id)"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|null)\s*,)*)\s*"result"\s*:/.exec(text)
  if (!found) return false
  const [, idText] = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|null)/.exec(found[1] ?? '') ?? []
  return idText === undefined || JSON.parse(idText) === id
}

const CLOSING_BRACE = 0x7d
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

function passOn(
  reader: Reader,
  head: Uint8Array,
  { signal, onEnd }: { readonly signal: AbortSignal; readonly onEnd: () => void },
): ReadableStream<Uint8Array> {
  let length = head.length
  let last = head.findLast((byte) => !isBlank(byte))
  let cut: (() => void) | undefined
  const end = () => {
    if (cut) signal.removeEventListener('abort', cut)
    onEnd()
  }
  const next = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await reader.read()
    if (done) {
      if (last !== CLOSING_BRACE) throw new Error('the answer ends in the middle')
      end()
      return controller.close()
    }
    length += value.length
    if (length > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`)
    last = value.findLast((byte) => !isBlank(byte)) ?? last
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
