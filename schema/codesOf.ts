import * as z from 'zod'
import { EvmAddress } from './common.ts'
import type { ErrorCode } from './errors.ts'
import { bodySchema, CHAIN, type Operation, type SECURITY } from './operation.ts'

/** Codes that answer requests before any operation is found, or in place of its Worker. */
export const HOST_CODES = ['not_found', 'method_not_allowed', 'family_unavailable'] as const satisfies ErrorCode[]

/** Codes of the gateway’s documents of the host, which are not operations. */
export const DOCUMENT_CODES = [
  'agent_not_configured',
  'role_not_configured',
  'configuration_invalid',
] as const satisfies ErrorCode[]

/** Codes of the pictures of pages, which are not operations. */
export const PAGE_CODES = ['renderer_busy', 'configuration_invalid'] as const satisfies ErrorCode[]

/** Any operation refuses query parameters that it does not know, to a caller who asks for that. */
const EVERY: readonly ErrorCode[] = [
  'invalid_request',
  'uri_too_long',
  'rate_limited',
  'internal_error',
  'configuration_invalid',
]
const BODY: readonly ErrorCode[] = ['invalid_json', 'body_too_large', 'unsupported_encoding']

const SESSION: readonly ErrorCode[] = ['unauthenticated', 'forbidden_origin', 'store_unavailable']
/** A receipt may come with a signature, which covers the body and may be that of a contract wallet. */
const AGENT: readonly ErrorCode[] = [
  ...SESSION,
  ...CHAIN,
  'siwa_not_configured',
  'body_too_large',
  'unsupported_encoding',
]

/** Codes that an Idempotency-Key adds. */
const ONCE: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_in_flight', 'store_unavailable']

const IDENTITY: readonly ErrorCode[] = [
  'unauthenticated',
  'identity_provider_not_configured',
  'identity_provider_unavailable',
]

/** Codes that checking a credential adds. */
export const BY_CREDENTIAL: Readonly<Record<keyof typeof SECURITY, readonly ErrorCode[]>> = {
  build: AGENT,
  write: AGENT,
  session: SESSION,
  admin: [...SESSION, 'forbidden'],
  identity: IDENTITY,
  sessionAndIdentity: [...SESSION, ...IDENTITY],
  miniapp: ['unauthenticated', 'chatapp_not_configured', 'store_unavailable'],
  keepr: ['unauthenticated', 'keepr_not_configured'],
  chatapp: ['unauthenticated', 'chatapp_not_configured'],
  tokenlist: ['unauthenticated', 'tokenlist_not_configured'],
  cron: ['unauthenticated', 'cron_not_configured'],
  ingest: ['unauthenticated', 'ingest_not_configured'],
  sentinel: ['unauthenticated', 'sentinel_not_configured'],
  runtime: ['unauthenticated', 'runtime_not_configured', 'signing_not_configured', 'nonce_used', 'store_unavailable'],
}

/** Credentials that stand for a wallet, which may be a contract whose owner has to be read. */
const BY_WALLET: readonly (keyof typeof SECURITY)[] = ['build', 'write', 'session', 'admin', 'sessionAndIdentity']

/** Every error code that an operation can answer: its own, and those that its method, inputs, body and credential add. */
export function codesOf(operation: Operation): ReadonlySet<ErrorCode> {
  const {
    method,
    request,
    'x-auth-when': when,
    'x-body': body,
    'x-errors': own = [],
    'x-idempotency': keys,
  } = operation
  const auth = operation['x-auth'] ?? when?.auth ?? operation['x-auth-optional']
  const inputs = [request?.params, request?.query, bodySchema(operation)].flatMap(alternativesOf)
  const takes = (name: string) => inputs.some((schema) => hasField(schema, name))
  const where = (condition: boolean, ...codes: readonly ErrorCode[]) => (condition ? codes : [])
  return new Set([
    ...EVERY,
    ...where(method !== 'get' || when !== undefined, 'limiter_unavailable'),
    ...where(inputs.some(takesAddress), 'invalid_address'),
    ...where(takes('chain') || takes('chainId'), 'unsupported_chain'),
    ...where(hasField(request?.query, 'minBlock'), ...CHAIN),
    ...where(takes('minBlock'), 'behind_requested_block'),
    ...where(takesBlock(operation), 'state_not_available'),
    ...where(body !== undefined, ...BODY),
    ...where(keys === 'calls', 'invalid_request', 'idempotency_key_reused'),
    ...where(keys !== undefined && keys !== 'calls', ...ONCE),
    ...(auth ? BY_CREDENTIAL[auth] : []),
    ...where(
      auth !== undefined && BY_WALLET.includes(auth) && operation['x-authority'] !== 'none',
      'authority_unknown',
    ),
    ...own,
  ])
}

/** The schemas of a union; of any other schema itself. */
export const alternativesOf = (schema: unknown): unknown[] =>
  schema === undefined ? [] : schema instanceof z.ZodUnion ? schema.options.flatMap(alternativesOf) : [schema]

/** Whether an object, or one of those of a union, has a field of this name. */
export const hasField = (schema: unknown, name: string): boolean =>
  alternativesOf(schema).some((one) => one instanceof z.ZodObject && Object.hasOwn(one.shape, name))

/** Whether an operation can answer as of any block. */
export const takesBlock = ({ request }: Pick<Operation, 'request'>): boolean => hasField(request?.query, 'block')

/** Whether a schema takes an address at any depth: the pipeline checks its EIP-55 checksum. */
function takesAddress(schema: unknown): boolean {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(takesAddress)
  if (schema instanceof z.ZodArray) return takesAddress(schema.element)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return takesAddress(schema.unwrap())
  return schema instanceof z.ZodPipe && schema.in === EvmAddress.in
}
