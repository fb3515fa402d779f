import type { Client, RequestOptions } from './createClient.ts'

/**
 * An operation in short: method, path with the names of its query after `?` (a GET has no others), and flags: `a` a session is
 * accepted, `b` the body is the parameter `body`, `d` the answer has no envelope, `j` there is a body in JSON, `k` an
 * `Idempotency-Key` is accepted, `m` `minBlock` is, `s` an agent signs the request.
 */
export type Spec = `${string} /${string} ${string}`

/** The parts of a request, and how it may be repeated. */
export interface Plan {
  readonly url: string
  readonly init: RequestInit
  readonly takesCredential: boolean
  readonly needsSignature: boolean
  readonly isRepeatable: boolean
  readonly hasEnvelope: boolean
}

/** JSON by name would ask for files as data URIs. */
const ACCEPT = 'application/problem+json, */*;q=0.9'

/** A bigint as a number where that is exact, else as a decimal string. */
const toJson = (_key: string, value: unknown): unknown =>
  typeof value !== 'bigint' ? value : Number.isSafeInteger(Number(value)) ? Number(value) : String(value)

/** A parameter as a segment of a path. Throws TypeError for nothing, `.` and `..`, which would lead to another operation. */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name}: '${text}' has no place in a path`)
  return encodeURIComponent(text)
}

/** The request of an operation with its parameters. */
export function buildRequest(
  client: Client,
  spec: Spec,
  parameters: Readonly<Record<string, unknown>>,
  { idempotencyKey, headers }: RequestOptions,
): Plan {
  const [method = '', target = '', flags = ''] = spec.split(' ')
  const [path = '', names = ''] = target.split('?')
  const rest = { ...parameters }
  const take = (name: string): unknown => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const isOfNetwork = Number(rest['chain'] ?? rest['chainId'] ?? client.network.chainId) === client.network.chainId
  if (flags.includes('m') && isOfNetwork && rest['block'] === undefined) rest['minBlock'] ??= client.minBlock
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => segmentOf(name, take(name)))
  const query = new URLSearchParams()
  for (const name of method === 'GET' ? Object.keys(rest) : names.split('&')) {
    const value = take(name)
    if (value !== undefined) query.set(name, String(value))
  }
  const hasBody = flags.includes('j')
  const sent = new Headers({ accept: ACCEPT })
  if (hasBody) sent.set('content-type', 'application/json')
  if (flags.includes('k')) sent.set('idempotency-key', quoted(idempotencyKey ?? crypto.randomUUID()))
  for (const [name, value] of Object.entries({ ...client.headers, ...headers })) sent.set(name, value)
  return {
    url: `${client.network.baseUrl}${filled}${query.size > 0 ? `?${query}` : ''}`,
    init: {
      method,
      // An answer 3xx is then no answer of the API. Workers do not know `error`.
      redirect: 'manual',
      headers: sent,
      ...(hasBody ? { body: JSON.stringify(flags.includes('b') ? rest['body'] : rest, toJson) } : {}),
    },
    takesCredential: flags.includes('a'),
    needsSignature: flags.includes('s'),
    isRepeatable: method === 'GET' || flags.includes('k'),
    hasEnvelope: !flags.includes('d'),
  }
}

/** A string of a structured field (RFC 8941, section 3.3.3). */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
