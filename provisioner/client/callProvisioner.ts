import { z } from '@hono/zod-openapi'
import { ErrorEnvelope } from '../../schema/common.ts'
import { readBounded } from '../../shared/text/readBounded.ts'
import { plainText } from '../../shared/text/plainText.ts'

/** The result of one request: a JSON value, a refusal with its code, or nothing. */
export type ProvisionerReply =
  | { readonly kind: 'ok'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly detail: string | undefined }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' }

interface CallOptions {
  readonly token: string
  readonly timeoutMs: number
  readonly fetch?: typeof fetch
}

const MAX_ANSWER_BYTES = 262_144
const MAX_DETAIL = 300

/** Posts one JSON body to a provisioner, without redirects, and reads at most 256 KiB of its answer. Never throws. */
export async function callProvisioner(
  url: string,
  body: object,
  { token, timeoutMs, fetch: send = fetch }: CallOptions,
): Promise<ProvisionerReply> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
    })
    const value = parse(response.body === null ? new Uint8Array() : await readBounded(response.body, MAX_ANSWER_BYTES))
    if (response.ok && value !== undefined) return { kind: 'ok', value }
    return { kind: 'refused', status: response.ok ? 502 : response.status, ...errorIn(value) }
  } catch {
    return { kind: signal.aborted ? 'timeout' : 'unreachable' }
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const Failure = z.object({ error: ErrorEnvelope.shape.error })

/** Code and detail of `code: detail`. */
function errorIn(value: unknown): { code: string; detail: string | undefined } {
  const { data } = Failure.safeParse(value)
  const [, code = '', detail] = /^([a-z0-9_]+)(?:: (.*))?$/s.exec(data?.error ?? '') ?? []
  return { code, detail: detail === undefined ? undefined : plainText(detail, MAX_DETAIL) }
}
