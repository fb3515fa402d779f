import { deepEqual } from '@x402/core/utils'
import type { Address } from 'viem'
import type { Payment, PaymentRequirements } from './Payment.ts'
import type { Reason } from './reasons.ts'

/** Less is not enough to build what is paid for, and to settle it. */
const LEAST_SECONDS = 60
/** What is signed for longer would have to be followed for longer. */
export const MOST_SECONDS = 3600

/** Why a payment is not what was offered, before anyone is asked about it; undefined if it is. */
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
