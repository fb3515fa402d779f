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
