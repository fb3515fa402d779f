import type { Service } from '../Service.ts'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

/**
 * How it is to behave: answer with a status, or not at all; store, and serve other bytes, or the same
 * JSON written otherwise; be found only later; answer uploads with what is no description of one.
 */
export type StorageFault =
  { readonly status: number } | { readonly answer: unknown } | 'silence' | 'other bytes' | 'other spelling' | 'not yet'

interface Stored {
  readonly bytes: Buffer
  readonly contentType: string
}

export interface Storage extends Service {
  /** Behaves so for its next requests, or until told otherwise. */
  fail(how: StorageFault | undefined, requests?: number): void
  /** How many uploads it was sent, stored or not. */
  uploads(): number
  /** What is stored, by key. */
  readonly objects: Map<string, Stored>
}

const MOST_BYTES = 125_000_000

/**
 * Stands in for the immutable storage: one-step upload (`POST /?chain_id=…` with a content type, 201), reading at
 * `/<storage key>`, and `/status/<storage key>`. A key is random, so the same bytes uploaded twice are stored twice.
 */
export async function startStorage(): Promise<Storage> {
  const objects = new Map<string, Stored>()
  let fault: StorageFault | undefined
  let left = Number.POSITIVE_INFINITY
  let uploads = 0

  const faultNow = (): StorageFault | undefined => {
    if (left <= 0) fault = undefined
    left--
    return fault
  }

  async function upload(request: IncomingMessage, url: URL, how: StorageFault | undefined): Promise<Answer> {
    uploads++
    const contentType = request.headers['content-type']
    if (!/^[1-9]\d*$/.test(url.searchParams.get('chain_id') ?? '')) return refusal(400, 'chain_id is required')
    if (contentType === undefined) return refusal(400, 'Content-Type is required')
    const bytes = await bodyOf(request)
    if (bytes.length === 0) return refusal(400, 'the body is empty')
    if (bytes.length > MOST_BYTES) return refusal(413, 'too large')
    const key = randomBytes(32).toString('hex')
    objects.set(key, { bytes, contentType })
    const described = {
      storage_key: key,
      gateway_url: `${address}/${key}`,
      uri: `lens://${key}`,
      status_url: `${address}/status/${key}`,
    }
    return json(201, typeof how === 'object' && 'answer' in how ? how.answer : [described])
  }

  function read(key: string, how: StorageFault | undefined): Answer {
    const object = objects.get(key)
    if (!object || how === 'not yet') return refusal(404, 'not found')
    const served =
      how === 'other bytes'
        ? Buffer.from('{}')
        : how === 'other spelling'
          ? Buffer.from(JSON.stringify(JSON.parse(object.bytes.toString()), undefined, 2))
          : object.bytes
    return { status: 200, contentType: object.contentType, body: served }
  }

  function answer(request: IncomingMessage, how: StorageFault | undefined): Promise<Answer> | Answer {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (typeof how === 'object' && 'status' in how) return refusal(how.status, 'unavailable')
    if (request.method === 'POST' && url.pathname === '/') return upload(request, url, how)
    const key = /^\/(?:status\/)?([0-9a-f]{64})$/.exec(url.pathname)?.[1]
    if (request.method !== 'GET' || key === undefined) return refusal(404, 'not found')
    if (!url.pathname.startsWith('/status/')) return read(key, how)
    return objects.has(key) ? json(200, { storage_key: key, status: 'done' }) : refusal(404, 'not found')
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const how = faultNow()
    if (how === 'silence') return
    const { status, contentType, body } = await answer(request, how)
    const retry = status === 429 ? { 'retry-after': '1' } : {}
    response.writeHead(status, { 'content-type': contentType, ...retry }).end(body)
  }

  const server = createServer((request, response) => void respond(request, response))
  const { url: address, stop } = await listen(server)
  return {
    url: address,
    variables: { STORAGE_API_URL: address },
    fail(how, requests = Number.POSITIVE_INFINITY) {
      fault = how
      left = requests
    },
    uploads: () => uploads,
    objects,
    stop,
  }
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
}

const json = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
})
const refusal = (status: number, message: string): Answer => json(status, { message })

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
