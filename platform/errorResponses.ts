import { codesOf, HOST_CODES } from '../schema/codesOf.ts'
import { CATALOGUE } from '../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode } from '../schema/errors.ts'
import { faultOf } from '../schema/faultOf.ts'
import type { HEADERS } from '../schema/openapi.ts'
import type { Operation } from '../schema/operation.ts'
import { titleOf } from '../schema/titleOf.ts'

/** References to shared response headers. */
export const headersOf = (...names: readonly (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of every answer that was counted against a budget. */
export const LIMITED = headersOf('RateLimit', 'RateLimit-Policy')

/** The name of the component that describes a status, and what the status means here. */
const STATUS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['BadRequest', 'The request is invalid'],
  401: ['Unauthorized', 'A credential is required and missing, or was refused'],
  402: ['PaymentRequired', 'A payment or more credits are required'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'Not found, or not of the kind that the operation reads'],
  408: ['RequestTimeout', 'The body did not arrive in time'],
  409: ['Conflict', 'The request conflicts with the current state'],
  410: ['Gone', 'The operation is retired'],
  413: ['ContentTooLarge', 'The body, or a part of it, is too large'],
  414: ['UriTooLong', 'The URL is too long'],
  415: ['UnsupportedMediaType', 'The body has an unsupported type or encoding'],
  422: ['UnprocessableContent', 'The request is valid but cannot be fulfilled'],
  429: ['TooManyRequests', 'Too many requests to this service, or to a provider that it calls'],
  500: ['InternalServerError', 'This service failed'],
  502: ['BadGateway', 'A node or provider failed'],
  503: ['ServiceUnavailable', 'Temporarily unavailable, or not configured on this deployment'],
  504: ['GatewayTimeout', 'A node or provider did not answer in time'],
}

/** The responses to the errors of an operation, one for each status of the codes that it declares, as references. */
export function errorResponses(operation: Operation): Operation['responses'] {
  const statuses = new Set([...codesOf(operation)].map((code) => ERRORS[code].status))
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: `#/components/responses/${describe(status).name}` }]),
  )
}

/** The responses that those references are to, by name: the codes of each operation are its `x-errors`. */
export function sharedResponses(operations: readonly Operation[]) {
  const codes = [...new Set(operations.flatMap((operation) => [...codesOf(operation)]))]
  return Object.fromEntries(
    [...Map.groupBy(codes, (code) => ERRORS[code].status)].map(([status, ofStatus]) => {
      const { name, meaning } = describe(status)
      return [
        name,
        {
          description: meaning,
          headers: {
            ...headersOf('X-Error-Code', 'Link'),
            ...(status === 400 ? headersOf('X-Unknown-Parameters', 'Preference-Applied') : {}),
            ...(status === 401 ? headersOf('WWW-Authenticate', 'Accept-Signature') : {}),
            ...(status === 402 ? headersOf('PAYMENT-REQUIRED') : {}),
            ...(status === 429 ? LIMITED : {}),
            ...(ofStatus.some(saysWhen) ? headersOf('Retry-After') : {}),
          },
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } },
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      ]
    }),
  )
}

/** Whether an answer with the code has `Retry-After`. */
function saysWhen(code: ErrorCode): boolean {
  const { retry } = ERRORS[code]
  return typeof retry === 'number' || retry === 'stated'
}

function describe(status: number): { readonly name: string; readonly meaning: string } {
  const [name, meaning] = STATUS[status] ?? []
  if (name === undefined || meaning === undefined)
    throw new Error(`no operation answered ${status} so far: add it to STATUS`)
  return { name, meaning }
}

/** The entry of the document for each code that an operation, or the host in its place, can answer. */
export function errorCatalogue(operations: readonly Operation[]): Readonly<Record<string, object>> {
  const codes = new Set([
    ...HOST_CODES,
    ...operations.flatMap((operation) => [...codesOf(operation), ...(operation['x-stream-errors'] ?? [])]),
  ])
  return Object.fromEntries(
    [...codes].map((code) => {
      const { status, retry = false, outage } = ERRORS[code]
      const { cause, fix } = CATALOGUE[code]
      const marks = outage ? { outage } : {}
      return [code, { title: titleOf(code), status, retry, ...marks, fault: faultOf(code), cause, fix }]
    }),
  )
}
