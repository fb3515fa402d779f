import type { Address, Hex } from 'viem'

/** The entry of a challenge. Times are unix seconds. */
export interface EntryRequest {
  readonly profileId: string
  readonly nonce: Hex
  readonly wallet: Address
  readonly creatorCoin: Address
  readonly chainId: number
  readonly target: Address
  /** Everything that must be the same for a nonce to be answered again. */
  readonly content: string
  readonly challengeExpiresAt: number
  readonly now: number
}

/** The same content gets `entered` again; nothing is debited twice. */
export type EntryOutcome =
  | { readonly outcome: 'entered'; readonly deadline: number; readonly unitsLeft: number }
  | { readonly outcome: 'nonce_used' | 'expired' | 'too_soon' }
  | { readonly outcome: 'insufficient'; readonly units: number }

/** The result that `enter` would have; `possible`: it would debit, and the entry would be valid until this deadline. */
export type EntryPreview = EntryOutcome | { readonly outcome: 'possible'; readonly deadline: number }
