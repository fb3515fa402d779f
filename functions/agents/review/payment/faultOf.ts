import { deepEqual } from '@x402/core/utils'
import type { Address } from 'viem'
import type { Payment, PaymentRequirements } from './Payment.ts'

/** Less is not enough to build what is paid for, and to settle it. */
const LEAST_SECONDS = 60
/** A longer validity would have to be followed for longer. */
export const MOST_SECONDS = 3600

/** Why a payment does not match the offer, without a request to anyone; undefined if it does. */
export function faultOf({ accepted, authorization }: Payment, offer: PaymentRequirements): Reason | undefined {
  const { to, value } = authorization
  if (accepted.scheme !== offer.scheme) return 'unsupported_scheme'
  if (accepted.network !== offer.network) return 'invalid_network'
  if (!deepEqual(accepted, offer)) return 'invalid_payment_requirements'
  if (!isTo(to, offer)) return 'invalid_exact_evm_payload_recipient_mismatch'
  return value === offer.amount ? undefined : 'invalid_exact_evm_payload_authorization_value'
}

/** Why a payment that is not on chain yet is refused for its validity; undefined if it is not. `now` in unix seconds. */
export function timeFaultOf({ authorization }: Payment, now: number): Reason | undefined {
  const { validAfter, validBefore } = authorization
  if (BigInt(validAfter) > BigInt(now)) return 'invalid_exact_evm_payload_authorization_valid_after'
  const left = BigInt(validBefore) - BigInt(now)
  return left < LEAST_SECONDS || left > MOST_SECONDS
    ? 'invalid_exact_evm_payload_authorization_valid_before'
    : undefined
}

const isTo = (to: Address, { payTo }: PaymentRequirements): boolean => payTo.toLowerCase() === to.toLowerCase()

/** Why a payment is not taken, in the words of x402 (specification v2, "Error Handling", and its scheme `exact` on EVM). */
const REASONS = [
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_transaction_failed',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_network',
  'invalid_payload',
  'invalid_payment_requirements',
  'invalid_scheme',
  'invalid_transaction_state',
  'invalid_x402_version',
  'settlement_pending',
  'unexpected_settle_error',
  'unexpected_verify_error',
  'unsupported_scheme',
] as const
export type Reason = (typeof REASONS)[number]

/** A facilitator's reason, if it is one of the protocol's: no other text of it is passed on. */
export const reasonOf = (given: string | undefined, otherwise: Reason): Reason =>
  REASONS.find((known) => known === given) ?? otherwise
