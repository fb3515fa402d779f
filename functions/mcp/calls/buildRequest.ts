import { base64 } from '@scure/base'
import { hexToBytes } from 'viem/utils'
import { RECEIPT_HEADER } from '../../../shared/auth/credentialHeaders.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { nearest } from '../../../shared/text/nearest.ts'
import { type Args, type CallOptions, isDeeper, MOST_DEPTH, type Signed } from './Args.ts'
import type { CallableOperation } from './CallableOperation.ts'
import { type Caller, CREDENTIALS } from './Caller.ts'
import { refuseDirectOnly } from './directOnly.ts'
import { shortened, unknownArgument, unknownProblem } from './unknownProblem.ts'

/** Files as data URIs, and errors with all that is known of them. */
export const ACCEPT = 'application/problem+json, application/json, */*;q=0.5'
const SESSION = /^[0-9a-f]{66}$/
const MOST_NAMES = 8

/**
 * The request of an operation with its arguments, as any client would send it. The family checks their values; here is checked
 * that the operation has arguments of these names, and that each of its path is there.
 *
 * Throws invalid_request naming the argument.
 */
export function buildRequest(
  operation: CallableOperation,
  args: Args,
  options: CallOptions,
  { headers, signal }: Caller,
  baseUrl: string,
): Request {
  requireForModels('args', args)
  // Read as the family reads it.
  if (options.body !== undefined) requireForModels('body', jsonOrNothing(new TextEncoder().encode(options.body)))
  const given = inBody(operation, withoutNulls(operation, args))
  requireKnown(operation, given)
  requireSendable(options)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, given[name]))
  const query = new URLSearchParams(
    operation.query.flatMap((name) => (given[name] === undefined ? [] : [[name, textOf(given[name])]])),
  )
  const body = options.body ?? bodyOf(operation, given)
  const sent = new Headers({ accept: ACCEPT, ...headers, ...headersOf(options) })
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (options.accessToken !== undefined) setCredential(sent, options.accessToken)
  return new Request(`${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: operation.method,
    headers: sent,
    ...(body === undefined ? {} : { body }),
    signal,
    redirect: 'manual',
  })
}

/** Throws invalid_request for arguments that are nested too deep, or have a field that no model may set. */
function requireForModels(name: string, value: unknown): void {
  if (isDeeper(value)) throw new ApiError('invalid_request', `${name}: may be nested ${MOST_DEPTH} levels deep`)
  refuseDirectOnly(value)
}

const headersOf = ({ idempotencyKey, signed, payment }: CallOptions): Record<string, string> => ({
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': quoted(idempotencyKey) }),
  ...(signed === undefined ? {} : { signature: fieldOf(signed), 'signature-input': signed.signatureInput }),
  ...(signed?.contentDigest === undefined ? {} : { 'content-digest': signed.contentDigest }),
  ...(payment === undefined ? {} : { 'payment-signature': payment }),
})

/** A header field, quoted or not, has printable ASCII characters alone (RFC 9110, section 5.5). */
function requireSendable({ accessToken, idempotencyKey, payment, signed }: CallOptions): void {
  for (const [name, value] of Object.entries({ accessToken, idempotencyKey, payment, ...signed }))
    if (value !== undefined && !/^[\x20-\x7e]*$/.test(value))
      throw new ApiError('invalid_request', `${name}: must have printable ASCII characters alone`)
}

/** A signature in hex as the dictionary that the header is, under the label of its input (RFC 9421, section 4.2). */
function fieldOf({ signature, signatureInput }: Signed): string {
  if (!/^0x([0-9a-fA-F]{2})+$/.test(signature)) return signature
  const label = /^[a-z*][a-z0-9_.*-]*(?==)/.exec(signatureInput)?.[0] ?? 'eth'
  return `${label}=:${base64.encode(hexToBytes(`0x${signature.slice(2)}`))}:`
}

/**
 * A token, of a session or a SIWA receipt, takes the place of every credential of the transport. None of them stays beside it:
 * an operation that takes two would act for two callers.
 */
function setCredential(headers: Headers, token: string): void {
  for (const name of CREDENTIALS) headers.delete(name)
  if (SESSION.test(token)) headers.set('authorization', `Bearer ${token}`)
  else headers.set(RECEIPT_HEADER, token)
}

/** A string of a structured field (RFC 9651, section 3.3.3). */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Language models often write null for an argument that they do not give. */
const withoutNulls = ({ nullable }: CallableOperation, args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || nullable.includes(name)))

/** Wraps the fields of a body for an operation that takes the body as one argument. */
function inBody({ body, args }: CallableOperation, given: Args): Args {
  if (body !== 'whole' || Object.hasOwn(given, 'body')) return given
  const fields = Object.entries(given).filter(([name]) => !args.includes(name))
  if (fields.length === 0) return given
  const own = Object.entries(given).filter(([name]) => args.includes(name))
  return { ...Object.fromEntries(own), body: Object.fromEntries(fields) }
}

function requireKnown({ operationId, args }: CallableOperation, given: Args): void {
  const unknown = unknownArgument(given, args)
  if (unknown === undefined) return
  const [reported, value] = unknown
  const meant = nearest(reported, args)
  const others = Object.keys(given)
    .filter((name) => !args.includes(name) && name !== reported)
    .slice(0, MOST_NAMES - 1)
    .map(shortened)
  const fault = [
    `is not an argument of ${operationId}`,
    others.length === 0 ? '' : `, nor is ${others.join(', ')}`,
    meant === undefined ? '.' : `; did you mean ${meant}?`,
    ` It takes ${args.join(', ') || 'none'}`,
  ].join('')
  throw new ApiError('invalid_request', unknownProblem(reported, value, fault))
}

/** An argument as a segment of the path: not nothing, and not `.` or `..`, which would lead to another operation. */
function segmentOf(name: string, value: unknown): string {
  const text = value === undefined ? '' : textOf(value)
  if (/^\.{0,2}$/.test(text)) throw new ApiError('invalid_request', `${name}: is required`)
  return encodeURIComponent(text.toWellFormed())
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function bodyOf({ body, path, query }: CallableOperation, given: Args): string | undefined {
  if (body === undefined) return undefined
  if (body === 'whole') return JSON.stringify(given['body'] ?? {})
  const own = Object.entries(given).filter(([name]) => !query.includes(name) && !path.includes(`{${name}}`))
  return JSON.stringify(Object.fromEntries(own))
}
