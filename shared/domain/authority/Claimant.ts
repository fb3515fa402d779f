import type { Address, Hex } from 'viem'
import type { SessionScope } from '../../durable/sessions.ts'
import type { SessionOrigin } from '../../store/WalletProof.ts'

/** A principal that wants a right, by its proof of identity. */
export type Claimant =
  | ({
      readonly kind: 'session' | 'sessionAndIdentity'
      readonly id: string
      readonly address: Address
      /** A limited session acts for its wallet only. */
      readonly scope: SessionScope
    } & SessionOrigin)
  | {
      readonly kind: 'siwa'
      readonly address: Address
      /** Verifier of this request's signature: a key, or the contract just now; null for a receipt alone. */
      readonly signedBy: 'key' | 'contract' | null
      /** The signature of this request; null for a receipt alone. */
      readonly signature: { readonly hash: Hex; readonly signature: Hex } | null
      /** Verifier of the signature for which the receipt was issued. */
      readonly receiptFor: 'key' | 'contract'
    }
