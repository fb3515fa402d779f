import { expect } from 'vitest'
import { ErrorEnvelope } from '../../schema/common.ts'
import { ERRORS } from '../../schema/errors.ts'
import { BUDGET } from './live.ts'

/** The fault of an error answer, if it has one: in its envelope, code or headers, or that it reveals a `secret`. */
export async function faultOf(answer: Response, secret?: string): Promise<string | undefined> {
  const text = await answer.text()
  const body = ErrorEnvelope.safeParse(safeJson(text))
  const code = answer.headers.get('x-error-code') ?? ''
  if (!body.success) return `no error envelope: ${text.slice(0, 100)}`
  if (body.data.error !== code && !body.data.error.startsWith(`${code}: `))
    return `X-Error-Code ${code} and error ${body.data.error} disagree`
  const known = Object.entries(ERRORS).find(([name]) => name === code)?.[1]
  if (known?.status !== answer.status) return `${code} with status ${answer.status}`
  if (!/^(private, )?no-store$/.test(answer.headers.get('cache-control') ?? '')) return 'an error that may be kept'
  if (answer.headers.get('x-request-id') === null) return 'no request id'
  if (secret !== undefined && text.includes(secret)) return `tells ${secret}`
  if (/\bat \w+ \(|Error:|node_modules/.test(text)) return `tells of its inside: ${text}`
  return undefined
}

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** That an answer is a denial by the limiter, with all that a client needs to come back in time. */
export function expectDenial(answer: Response | undefined): asserts answer is Response {
  expect(answer?.status).toBe(429)
  expect(answer?.headers.get('x-error-code')).toBe('rate_limited')
  const retryAfter = answer?.headers.get('retry-after') ?? ''
  expect(retryAfter).toMatch(/^[1-9][0-9]*$/)
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
  expect(answer?.headers.get('ratelimit')).toMatch(/^"\w+";r=0;t=[1-9][0-9]*$/)
  expect(answer?.headers.get('ratelimit-policy')).toMatch(new RegExp(`^"\\w+";q=${BUDGET};w=60$`))
  expect(answer?.headers.get('x-ratelimit-remaining')).toBe('0')
}
