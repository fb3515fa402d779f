import type { CacheEntry, Operation } from '../../schema/operation.ts'
import type { Answer } from './answers.ts'
import type { BytesAnswer, JsonAnswer } from './handler.ts'
import { withHeaders, type HeaderTable } from './headers.ts'
import { fieldTree, pick } from './fields.ts'

const encoder = new TextEncoder()

interface Serialising {
  readonly variant: string
  /** Unix milliseconds. */
  readonly now: number
  readonly cache: CacheEntry | undefined
  /** Whether it is as of a block that is final: then it never changes. */
  readonly isFinal?: boolean | undefined
}

/**
 * A handler's answer as bytes and headers; without `cache` nobody may store it. The ETag is weak and computed over the
 * data without `asOf`, so an unchanged answer at a later block keeps it (RFC 9110 section 8.8.1).
 */
export async function serialise(
  operation: Operation,
  given: JsonAnswer<unknown> | BytesAnswer,
  { variant, now, cache, isFinal = false }: Serialising,
): Promise<Answer> {
  const partial = 'partial' in given && given.partial === true
  const { body, type, tag } = 'bytes' in given ? bytesOf(given, variant) : jsonOf(operation, given)
  const headers: HeaderTable = {
    'content-type': type,
    'cache-control':
      cache && !partial
        ? isFinal
          ? FOR_EVER
          : publicFor('bytes' in given ? (given.sMaxAge ?? cache.sMaxAge) : cache.sMaxAge, cache.staleWhileRevalidate)
        : 'no-store',
    ...('headers' in given ? given.headers : {}),
  }
  if (cache) headers['etag'] = `W/"${await tag()}"`
  if (operation['x-answer'] === 'media') headers['vary'] = 'Accept'
  if (given.asOf && operation['x-answer'] !== 'envelope') headers['x-as-of-block'] = given.asOf.blockNumber
  return {
    body,
    headers: withHeaders(headers),
    blockNumber: given.asOf && BigInt(given.asOf.blockNumber),
    asOf: given.asOf,
    partial,
    isFinal: isFinal && !partial,
    storedAt: now,
  }
}

/** RFC 8246. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const publicFor = (sMaxAge: number, swr: number): string => `public, s-maxage=${sMaxAge}, stale-while-revalidate=${swr}`

interface Serialised {
  readonly body: Uint8Array
  readonly type: string
  /** The opaque part of its ETag, made where one is sent. */
  readonly tag: () => string | Promise<string>
}

function jsonOf(operation: Operation, { data, asOf }: JsonAnswer<unknown>): Serialised {
  const type = 'application/json; charset=utf-8'
  const json = JSON.stringify(data)
  const tag = () => hash(encoder.encode(json))
  return { body: operation['x-answer'] === 'envelope' ? envelope(json, asOf) : encoder.encode(json), type, tag }
}

function envelope(json: string, asOf: unknown): Uint8Array {
  const stamped = asOf ? `{"asOf":${JSON.stringify(asOf)}${json === '{}' ? '' : ','}${json.slice(1)}` : json
  return encoder.encode(`{"success":true,"data":${stamped}}`)
}

function bytesOf({ bytes, type, etag }: BytesAnswer, variant: string): Serialised {
  const raw = typeof bytes === 'string' ? encoder.encode(bytes) : bytes
  const tag = () => (etag === undefined ? hash(raw) : `${etag}${variant}`)
  if (variant !== 'json') return { body: raw, type, tag }
  const json = JSON.stringify({ contentType: type, dataUri: `data:${type.replace('; ', ';')};base64,${base64(raw)}` })
  return { body: encoder.encode(json), type: 'application/json; charset=utf-8', tag }
}

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}

async function hash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The same answer, marked as stale: `X-Stale` in seconds, `asOf.source` "stale", and not to be stored by anyone. */
export function toStale(operation: Operation, answer: Answer, now: number): Answer {
  const headers = withHeaders(
    { 'cache-control': 'no-store', 'x-stale': String(Math.ceil((now - answer.storedAt) / 1000)) },
    answer.headers,
  )
  if (operation['x-answer'] !== 'envelope') return { ...answer, headers }
  const body: { data: { asOf?: object } } = JSON.parse(new TextDecoder().decode(answer.body))
  if (body.data.asOf) body.data.asOf = { ...body.data.asOf, source: 'stale' }
  return { ...answer, headers, body: encoder.encode(JSON.stringify(body)) }
}

/** The answer of an envelope with some fields of its data, and `asOf` whole. Its ETag, if it has one, is over these fields. */
export async function withFields(answer: Answer, paths: readonly string[]): Promise<Answer> {
  const whole: { data: { asOf?: unknown } } = JSON.parse(new TextDecoder().decode(answer.body))
  const { asOf, ...data } = whole.data
  const json = JSON.stringify(pick(data, fieldTree(paths)))
  const etag = answer.headers.has('etag') ? { etag: `W/"${await hash(encoder.encode(json))}"` } : {}
  return { ...answer, body: envelope(json, asOf), headers: withHeaders(etag, answer.headers) }
}
