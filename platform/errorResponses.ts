import { codesOf, HOST_CODES } from '../schema/codesOf.ts'
import { ErrorEnvelope } from '../schema/common.ts'
import { ERROR_HELP } from '../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode } from '../schema/errors.ts'
import { faultOf } from '../schema/faultOf.ts'
import type { HEADERS } from '../schema/openapi.ts'
import type { Operation } from '../schema/operation.ts'
import { Problem } from '../schema/problem.ts'
import { titleOf } from '../schema/titleOf.ts'

/** References to shared response headers. */
export const headersOf = (...names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of every answer that was counted against a budget. */
export const LIMITED = headersOf('RateLimit', 'RateLimit-Policy')

const STATUS: Readonly<Record<number, string>> = {
  400: 'The request is wrong',
  401: 'A credential is required and absent, or it was refused',
  402: 'There are not enough credits',
  403: 'The caller may not do this',
  404: 'Not found, or not what the operation reads',
  408: 'The body did not arrive in time',
  409: 'In conflict with what already exists',
  410: 'Retired, for everyone',
  413: 'The body is too large, or what is in it',
  414: 'The URL is too long',
  415: 'The body is encoded, or of a type that is not taken',
  422: 'The request is understood, and cannot be met',
  429: 'Too many requests, here or at a service that this one asks',
  500: 'This service failed',
  502: 'A service that this one asks failed',
  503: 'Not available at the moment, or not configured on this deployment',
  504: 'A service that this one asks did not answer in time',
}

/** The responses to the errors of an operation, one for each status, made from the codes that it declares. */
export function errorResponses(operation: Operation): Operation['responses'] {
  const byStatus = Map.groupBy(codesOf(operation), (code) => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: `${describe(status)}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
        headers: {
          ...headersOf('X-Error-Code', 'Link'),
          ...(status === 400 ? headersOf('X-Unknown-Parameters', 'Preference-Applied') : {}),
          ...(status === 401 ? headersOf('WWW-Authenticate', 'Accept-Signature') : {}),
          ...(status === 429 ? LIMITED : {}),
          ...(codes.some(saysWhen) ? headersOf('Retry-After') : {}),
        },
        content: { 'application/json': { schema: ErrorEnvelope }, 'application/problem+json': { schema: Problem } },
      },
    ]),
  )
}

/** Whether an answer with the code has `Retry-After`. */
function saysWhen(code: ErrorCode): boolean {
  const { retry } = ERRORS[code]
  return typeof retry === 'number' || retry === 'stated'
}

function describe(status: number): string {
  const text = STATUS[status]
  if (text === undefined) throw new Error(`no operation answered ${status} so far: describe it here`)
  return text
}

/** What the document says about each code that an operation, or the host in its place, can answer. */
export function errorCatalogue(operations: readonly Operation[]): Readonly<Record<string, object>> {
  const codes = new Set([
    ...HOST_CODES,
    ...operations.flatMap((operation) => [...codesOf(operation), ...(operation['x-stream-errors'] ?? [])]),
  ])
  return Object.fromEntries(
    [...codes].map((code) => {
      const { status, retry = false, outage = false } = ERRORS[code]
      return [code, { title: titleOf(code), status, retry, outage, fault: faultOf(code), ...ERROR_HELP[code] }]
    }),
  )
}
