import type { CallToolResult } from '@modelcontextprotocol/server'
import { decodePaymentResponseHeader } from '@x402/core/http'
import * as z from 'zod'
import { X402_EXTENSION } from '../../../shared/domain/agents/x402Extension.ts'
import { encodePayment } from '../tools/familyTools.ts'

type Metadata = Readonly<Record<string, unknown>>

/** Keys of the metadata of messages (x402 extension of A2A, section 7). */
const KEY = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const

/** The part of a status that is about a payment: metadata, and the extension that defines it. */
export interface OfPayment {
  readonly metadata: Metadata
  readonly extensions: readonly string[]
}
const ofPayment = (metadata: Metadata): OfPayment => ({ metadata, extensions: [X402_EXTENSION] })

/** The payment of a message as the header PAYMENT-SIGNATURE has it. */
export const paymentIn = (metadata: unknown): string | undefined => encodePayment(valueOf(metadata, KEY.payload))

export const declines = (metadata: unknown): boolean => valueOf(metadata, KEY.status) === 'payment-rejected'

const valueOf = (metadata: unknown, key: string): unknown =>
  typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, key)
    ? Reflect.get(metadata, key)
    : undefined

export const declined = (): OfPayment => ofPayment({ [KEY.status]: 'payment-rejected' })

/** The client shall pay, or pay otherwise. */
export const required = ({ offer }: Problem): OfPayment =>
  ofPayment({ [KEY.status]: 'payment-required', ...requirements(offer) })

/** The outcome of a payment is unknown, or it is not needed yet: the same payment may be sent again. */
export const submitted = (): OfPayment => ofPayment({ [KEY.status]: 'payment-submitted' })

export const settled = (settlement: unknown): OfPayment =>
  ofPayment({ [KEY.status]: 'payment-completed', [KEY.receipts]: [settlement] })

/** The payment was not taken; with requirements, another one may be. */
export const failed = ({ code, message, offer, paymentResponse }: Problem): OfPayment =>
  ofPayment({
    [KEY.status]: 'payment-failed',
    [KEY.error]: errorOf(code, message),
    [KEY.receipts]: [
      paymentResponse === undefined
        ? { success: false, errorReason: message, network: '', transaction: '' }
        : decodePaymentResponseHeader(paymentResponse),
    ],
    ...requirements(offer),
  })

const requirements = (offer: Metadata | undefined): Metadata => (offer ? { [KEY.required]: offer } : {})

/** Codes of the extension (section 9.1), by a word of the reason. */
const ERRORS: readonly (readonly [RegExp, string])[] = [
  [/insufficient/, 'INSUFFICIENT_FUNDS'],
  [/signature/, 'INVALID_SIGNATURE'],
  [/valid_(before|after)/, 'EXPIRED_PAYMENT'],
  [/nonce|identifier/, 'DUPLICATE_NONCE'],
  [/network/, 'NETWORK_MISMATCH'],
  [/authorization_value/, 'INVALID_AMOUNT'],
]

const errorOf = (code: string, message: string): string =>
  (code === 'payment_rejected' ? ERRORS.find(([word]) => word.test(message))?.[1] : undefined) ?? 'SETTLEMENT_FAILED'

const Failed = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    paymentResponse: z.string().optional(),
  }),
})
/** An error, and the payments that its caller may make (PaymentRequired of x402). */
export type Problem = z.output<typeof Failed>['error'] & { readonly offer: Metadata | undefined }

/** The error that the result of a tool is, in the terms of the catalogue. */
export function problemIn({ isError, structuredContent }: CallToolResult): Problem | undefined {
  if (isError !== true) return undefined
  const { error, ...offer } = Failed.parse(structuredContent)
  return { ...error, offer: 'accepts' in offer ? offer : undefined }
}
