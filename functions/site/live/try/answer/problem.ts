import { decoded } from '../../../../../shared/text/decoded.ts'
import { asItems, asJson, asText } from '../json.ts'
import type { Answer } from '../request/send.ts'
import type { Faults } from '../request/toRequest.ts'

/** An error of the API, as problem details say it (RFC 9457). */
export interface Problem {
  readonly code: string
  readonly detail: string
  readonly fix: string
  /** Path of its page on this host. */
  readonly page: string
  /** Seconds until another request may succeed, if the answer says it. */
  readonly retrySeconds: number | undefined
  readonly faults: Faults
}

/** The error in an answer; undefined if it is a success. */
export function problemOf({ status, headers, json }: Answer): Problem | undefined {
  if (status < 400) return undefined
  const { code, detail, fix, fields, error } = asJson(json)
  const name = headers.get('x-error-code') ?? asText(code)
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10)
  return {
    code: name || `http_${status}`,
    detail: asText(detail) || asText(error) || `The answer has status ${status} and no description.`,
    fix: asText(fix),
    page: name ? `/docs/errors/${encodeURIComponent(name)}` : '/docs/guides/errors',
    retrySeconds: Number.isNaN(seconds) ? undefined : seconds,
    faults: Object.fromEntries(
      asItems(fields).flatMap((one) => {
        const { pointer, problem } = asJson(one)
        const [part, field] = asText(pointer).replace(/^#\//, '').split('/').map(decoded)
        return part === undefined ? [] : [[field === undefined ? part : `${part}/${field}`, asText(problem)]]
      }),
    ),
  }
}
