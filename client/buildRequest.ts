import type { Client, RequestOptions } from './createClient.ts'

/**
 * An operation in short: method, path with the names of its query after `?` (a GET has no others), and flags: `a` a session is
 * accepted, `b` the body is the parameter `body`, `d` the answer has no envelope, `j` there is a body in JSON, `k` an
 * `Idempotency-Key` is accepted, `m` `minBlock` is, `s` an agent signs the request.
 */
export type Spec = `${string} /${string} ${string}`

/** What a request is made of, and how it may be repeated. */
export interface Plan {
  readonly url: string
  readonly init: RequestInit
  readonly takesCredential: boolean
  readonly needsSignature: boolean
  readonly isRepeatable: boolean
  readonly hasEnvelope: boolean
}

const ACCEPT = 'application/problem+json, application/json;q=0.9, */*;q=0.1'

/** A bigint as a number where that is exact, else as a decimal string. */
const toJson = (_key: string, value: unknown): unknown =>
  typeof value !== 'bigint'
    ? value
    : BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))
      ? Number(value)
      : String(value)

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
  if (flags.includes('m') && client.minBlock !== undefined && !('chain' in rest || 'chainId' in rest))
    rest['minBlock'] ??= client.minBlock
  const place = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(take(name))))
  const query = new URLSearchParams()
  for (const name of method === 'GET' ? Object.keys(rest) : names.split('&')) {
    const value = take(name)
    if (value !== undefined) query.set(name, String(value))
  }
  const hasBody = flags.includes('j')
  return {
    url: `${client.network.baseUrl}${place}${query.size > 0 ? `?${query}` : ''}`,
    init: {
      method,
      // Its answer is not one of the API, and so an error. Cloudflare Workers refuse `error`.
      redirect: 'manual',
      headers: {
        accept: ACCEPT,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(flags.includes('k') ? { 'idempotency-key': `"${idempotencyKey ?? crypto.randomUUID()}"` } : {}),
        ...client.headers,
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(flags.includes('b') ? rest['body'] : rest, toJson) } : {}),
    },
    takesCredential: flags.includes('a'),
    needsSignature: flags.includes('s'),
    isRepeatable: method === 'GET' || flags.includes('k'),
    hasEnvelope: !flags.includes('d'),
  }
}
