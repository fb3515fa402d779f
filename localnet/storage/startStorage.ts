import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Call, readBytes, Refusal, Reply, serveJson, type Service } from '../standIn.ts'

/**
 * A fault: a status, or no answer at all; objects are served with other bytes, or as the same JSON written otherwise; they are
 * found only later; uploads are answered with another value than their description.
 */
export type StorageFault =
  { readonly status: number } | { readonly answer: unknown } | 'silence' | 'other bytes' | 'other spelling' | 'not yet'

interface Stored {
  readonly bytes: Buffer
  readonly contentType: string
}

export interface Storage extends Service {
  /** Has a fault for its next requests, or until the next call. */
  fail(how: StorageFault | undefined, requests?: number): void
  /** Number of uploads, stored or not. */
  uploads(): number
  /** By key. */
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

  async function upload(request: IncomingMessage, url: URL, how: StorageFault | undefined): Promise<Reply> {
    uploads++
    const contentType = request.headers['content-type']
    if (!/^[1-9]\d*$/.test(url.searchParams.get('chain_id') ?? '')) throw refusal(400, 'chain_id is required')
    if (contentType === undefined) throw refusal(400, 'Content-Type is required')
    const bytes = await readBytes(request, MOST_BYTES)
    if (bytes.length === 0) throw refusal(400, 'the body is empty')
    const key = randomBytes(32).toString('hex')
    objects.set(key, { bytes, contentType })
    const described = {
      storage_key: key,
      gateway_url: `${address}/${key}`,
      uri: `lens://${key}`,
      status_url: `${address}/status/${key}`,
    }
    return new Reply(201, typeof how === 'object' && 'answer' in how ? how.answer : [described])
  }

  function read(key: string, how: StorageFault | undefined): Reply {
    const object = objects.get(key)
    if (!object || how === 'not yet') throw refusal(404, 'not found')
    const served =
      how === 'other bytes'
        ? Buffer.from('{}')
        : how === 'other spelling'
          ? Buffer.from(JSON.stringify(JSON.parse(object.bytes.toString()), undefined, 2))
          : object.bytes
    return new Reply(200, served, { 'content-type': object.contentType })
  }

  async function answer({ request, url, route }: Call): Promise<unknown> {
    const how = faultNow()
    if (how === 'silence') return undefined
    if (typeof how === 'object' && 'status' in how) throw refusal(how.status, 'unavailable')
    if (route === 'POST /') return upload(request, url, how)
    const [, isStatus, key] = /^GET \/(status\/)?([0-9a-f]{64})$/.exec(route) ?? []
    if (key === undefined) throw refusal(404, 'not found')
    if (isStatus === undefined) return read(key, how)
    if (!objects.has(key)) throw refusal(404, 'not found')
    return { storage_key: key, status: 'done' }
  }

  const { url: address, stop } = await serveJson(answer, { describe: ({ message }) => ({ message }) })
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

const refusal = (status: number, message: string) =>
  new Refusal(status, '', message, status === 429 ? { 'retry-after': '1' } : {})
