import { recordUpstream } from './storageCalls.ts'

type Answer = (request: Request) => Promise<Response>

/** Servers of this process by their origins. */
const servers = new Map<string, Answer>()
let isInstalled = false

/**
 * From now on `fetch` of this process calls a server of its own without a connection, which takes several times as long as
 * most answers. Whatever needs one still goes over it: what may be aborted, bodies that are streams, redirects to follow.
 * Returns a function that ends it.
 */
export function answerDirectly(origin: string, answer: Answer): () => void {
  if (!isInstalled) install()
  servers.set(origin, answer)
  return () => void servers.delete(origin)
}

function install(): void {
  isInstalled = true
  const overNetwork = globalThis.fetch
  globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    recordUpstream(originOf(input))
    const answer = servers.get(originOf(input))
    const length = lengthOf(init?.body)
    if (!answer || input instanceof Request || init?.signal || length === undefined) return overNetwork(input, init)
    const request = received(new Request(input, init), length)
    // As over a network, it begins in a turn of its own.
    await new Promise((resolve) => setImmediate(resolve))
    const response = await answer(request)
    const isRedirect = response.status >= 300 && response.status < 400 && response.headers.has('location')
    if (isRedirect && init?.redirect !== 'manual') return overNetwork(input, init)
    return delivered(response, request.method)
  }
}

function originOf(input: RequestInfo | URL): string {
  const url = input instanceof Request ? input.url : String(input)
  return url.slice(0, url.indexOf('/', 'http://'.length) >>> 0)
}

/** Bytes of a body; undefined where they are not known before it is sent. */
function lengthOf(body: BodyInit | null = null): number | undefined {
  if (body === null) return 0
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.byteLength : undefined
}

/** A request with the headers that a connection brings (RFC 9110, sections 7.2 and 8.6; Fetch, section 4.6). */
function received(request: Request, length: number): Request {
  const { headers } = request
  headers.set('host', new URL(request.url).host)
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('user-agent')) headers.set('user-agent', 'node')
  if (request.body) headers.set('content-length', String(length))
  return request
}

/** So many parts of a stream a connection takes before they are read. */
const AHEAD = new CountQueuingStrategy({ highWaterMark: 1024 })

/** The answer as a client receives it: all bytes at once, or each event of a stream as it arrives. */
async function delivered(response: Response, method: string): Promise<Response> {
  const { status, headers } = response
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    const ahead = response.body?.pipeThrough(new TransformStream(undefined, undefined, AHEAD))
    return new Response(ahead, { status, headers })
  }
  const bytes = method === 'HEAD' ? null : response.body && (await response.arrayBuffer())
  return new Response(bytes, { status, headers })
}
