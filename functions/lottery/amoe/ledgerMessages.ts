import type { Address, Hex } from 'viem'
import type { CreditSource } from '../../../shared/domain/lottery/amoe/credits.ts'

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

/** The standing of an account; units are hundredths of a credit. */
export interface CreditStanding {
  readonly units: number
  /** Entries of one wallet that were debited, and for which it is not decided whether the chain took them. */
  readonly pending: {
    readonly entries: number
    readonly units: number
    /** The latest of their deadlines; null without any. */
    readonly deadline: number | null
  }
}

export interface Award {
  readonly profileId: string
  readonly source: CreditSource
  /** What it is for: a source makes only one award for the same thing. */
  readonly sourceId: string
  readonly points: number
  /** Proof that is stored with it. */
  readonly reference: string
  readonly now: number
}

/** `awarded` is false if it was already made, with this reference. */
export interface Awarded {
  readonly awarded: boolean
  readonly reference: string
  readonly units: number
}
