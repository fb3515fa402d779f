import { Base64EncodedRegex, safeBase64Decode } from '@x402/core/utils'
import { type Hex, maxUint256 } from 'viem'
import { getAddress } from 'viem/utils'
import * as z from 'zod'
import { MAX_SIGNATURE_BYTES } from '../../../../schema/common.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { Payment } from './Payment.ts'

/** Characters of the header: room for the longest signature of a contract wallet, in hex and then in base64. */
const MAX_HEADER = 16_384

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
const integer = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, 'must be a decimal integer as a string')
  .refine((text) => BigInt(text) <= maxUint256, 'must fit in 256 bits')
const isHex = (text: string): text is Hex => /^0x[0-9a-f]*$/.test(text)
const hex = (pattern: RegExp, what: string) =>
  z
    .string()
    .regex(pattern, `must be ${what}`)
    .transform((text) => text.toLowerCase())
    .refine(isHex)
const text = z.string().max(256)

const Version = z.object({ x402Version: z.int() })

/** The extension `payment-identifier`, as its client helpers append it. */
const Identifier = z.object({
  info: z.object({ id: text.regex(/^[a-zA-Z0-9_-]{16,128}$/, 'must be 16 to 128 of A-Z a-z 0-9 _ -').optional() }),
})

/** PaymentPayload of x402 v2, scheme `exact` on EVM by EIP-3009. Other members are dropped. */
const Payload = z.object({
  accepted: z.object({
    scheme: text,
    network: z.templateLiteral([z.string().max(64), ':', z.string().max(128)]),
    asset: address,
    amount: integer,
    payTo: address,
    maxTimeoutSeconds: z.number(),
    extra: z.record(z.string().max(64), z.unknown()).default({}),
  }),
  payload: z.object({
    signature: hex(new RegExp(`^0x([0-9a-fA-F]{2}){1,${MAX_SIGNATURE_BYTES}}$`), 'a signature in hex'),
    authorization: z.object({
      from: address,
      to: address,
      value: integer,
      validAfter: integer,
      validBefore: integer,
      nonce: hex(/^0x[0-9a-fA-F]{64}$/, '0x and 64 hex digits'),
    }),
  }),
  extensions: z.object({ 'payment-identifier': Identifier.optional() }).optional(),
})

/**
 * The payment in a header of this name (x402 v2, "PAYMENT-SIGNATURE": base64 of JSON); `other version` for one of another version of
 * x402. Throws invalid_payment, naming the field.
 */
export function readPayment(header: string, name: string): Payment | 'other version' {
  const invalid = (fault: string): ApiError => new ApiError('invalid_payment', `${name}: ${fault}`)
  const value = decode(header, invalid)
  const version = Version.safeParse(value)
  if (!version.success) throw invalid('x402Version: is required')
  if (version.data.x402Version !== 2) return 'other version'
  const parsed = Payload.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(`${issue?.path.join('.') ?? 'payload'}: ${issue?.message ?? 'is invalid'}`)
  }
  const { accepted, payload, extensions } = parsed.data
  const { from, to, ...authorization } = payload.authorization
  return {
    accepted,
    authorization: { from: getAddress(from), to: getAddress(to), ...authorization },
    signature: payload.signature,
    identifier: extensions?.['payment-identifier']?.info.id,
  }
}

function decode(header: string, invalid: (fault: string) => ApiError): unknown {
  if (header.length > MAX_HEADER) throw invalid(`must have at most ${MAX_HEADER} characters`)
  if (!Base64EncodedRegex.test(header)) throw invalid('must be base64 in the standard alphabet, with + and /')
  try {
    return JSON.parse(safeBase64Decode(header))
  } catch {
    throw invalid('must be base64 of JSON')
  }
}
