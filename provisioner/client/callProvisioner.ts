import * as z from 'zod'
import { ErrorEnvelope } from '../../schema/common.ts'
import { askService } from '../../shared/provider/askService.ts'
import { ProviderFailure } from '../../shared/provider/ProviderFailure.ts'
import { jsonOrNothing } from '../../shared/text/json.ts'
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
}

const MAX_DETAIL = 300

/** Posts one JSON body to a provisioner. Never throws. */
export async function callProvisioner(
  url: string,
  body: object,
  { token, timeoutMs }: CallOptions,
): Promise<ProvisionerReply> {
  try {
    const { status, bytes } = await askService({
      provider: null,
      url,
      json: body,
      bearer: token,
      answers: () => true,
      timeoutMs,
    })
    const value = jsonOrNothing(bytes)
    const isOk = status >= 200 && status < 300
    if (isOk && value !== undefined) return { kind: 'ok', value }
    return { kind: 'refused', status: isOk ? 502 : status, ...errorIn(value) }
  } catch (error) {
    return { kind: error instanceof ProviderFailure && error.kind === 'timeout' ? 'timeout' : 'unreachable' }
  }
}

const Failure = z.object({ error: ErrorEnvelope.shape.error })

/** Code and detail of `code: detail`. */
function errorIn(value: unknown): { code: string; detail: string | undefined } {
  const { data } = Failure.safeParse(value)
  const [, code = '', detail] = /^([a-z0-9_]+)(?:: (.*))?$/s.exec(data?.error ?? '') ?? []
  return { code, detail: detail === undefined ? undefined : plainText(detail, MAX_DETAIL) }
}
