import type { TryRequest } from './TryRequest.ts'

export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  /** Milliseconds until the whole body was there. */
  readonly ms: number
  readonly bytes: number
  readonly type: string
  /** The body, if it is JSON. */
  readonly json?: unknown
  /** The body, if it is a text. */
  readonly text?: string
  /** The body as a data URI, if it is a picture. */
  readonly picture?: string
}

/** Errors as problem details, which name the fields; anything else in its own form. */
const ACCEPT = 'application/problem+json, application/json;q=0.9, */*;q=0.8'
const PICTURES = 'application/problem+json, image/*, */*;q=0.8'

export interface Sending {
  readonly signal: AbortSignal
  readonly token?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** Sends a request to this host without cookies. Throws what `fetch` throws. */
export async function send(request: TryRequest, { signal, token, idempotencyKey }: Sending): Promise<Answer> {
  const { method, url, body } = request
  const from = performance.now()
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body }),
    credentials: 'omit',
    signal,
    headers: {
      accept: /image|logo/.test(url) ? PICTURES : ACCEPT,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': `"${idempotencyKey}"` }),
    },
  })
  const blob = await response.blob()
  const { status, statusText, headers } = response
  const type = headers.get('content-type') ?? ''
  const answer = { status, statusText, headers, ms: performance.now() - from, bytes: blob.size, type }
  if (type.startsWith('image/')) return { ...answer, picture: await toDataUri(blob) }
  const text = await blob.text()
  if (!/[/+]json\b/.test(type)) return { ...answer, text }
  try {
    const json: unknown = JSON.parse(text)
    return { ...answer, json }
  } catch {
    return { ...answer, text }
  }
}

const toDataUri = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(String(reader.result)))
    reader.addEventListener('error', () => fail(new Error('the picture cannot be read')))
    reader.readAsDataURL(blob)
  })
