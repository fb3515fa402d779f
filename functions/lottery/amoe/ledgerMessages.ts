import type { Address, Hex } from 'viem'

/** The entry that a challenge asks for. Times are unix seconds. */
export interface Entering {
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
export type Entered =
  | { readonly outcome: 'entered'; readonly deadline: number; readonly unitsLeft: number }
  | { readonly outcome: 'nonce_used' | 'expired' | 'too_soon' }
  | { readonly outcome: 'insufficient'; readonly units: number }

/** What `enter` would answer; `possible`: it would debit, and the entry would be valid until this deadline. */
export type Foreseen = Entered | { readonly outcome: 'possible'; readonly deadline: number }
