import type { PaymentRequirements } from '@x402/core/types'
import type { Address, Hex } from 'viem'

/** The single offer (x402 v2, scheme `exact`). */
export type { PaymentRequirements }

/** A transfer that its sender has signed (EIP-3009); integers are decimal strings. */
export interface Authorization {
  readonly from: Address
  readonly to: Address
  /** Base units of the asset. */
  readonly value: string
  /** Unix seconds, exclusive like `validBefore`. */
  readonly validAfter: string
  readonly validBefore: string
  /** 32 bytes, lower case. */
  readonly nonce: Hex
}

/** A payment as its payer sent it, without unknown members. */
export interface Payment {
  /** The way of paying that the payer has chosen. */
  readonly accepted: PaymentRequirements
  readonly authorization: Authorization
  readonly signature: Hex
  /** The payer’s name for what it buys (x402, extension `payment-identifier`): with another payment it buys nothing. */
  readonly identifier?: string | undefined
}
