import type { Address, Hex } from 'viem'
import type { CreditSource } from '../../../shared/domain/lottery/amoe/credits.ts'

/** What a challenge asks to be entered. Times are unix seconds. */
export interface Entering {
  readonly profileId: string
  readonly nonce: Hex
  readonly wallet: Address
  readonly creatorCoin: Address
  readonly chainId: number
  readonly target: Address
  /** All that must be the same for a nonce to be answered again. */
  readonly content: string
  readonly challengeExpiresAt: number
  readonly now: number
}

/** `entered` comes again for the same content; nothing is debited twice. */
export type Entered =
  | { readonly outcome: 'entered'; readonly deadline: number; readonly unitsLeft: number }
  | { readonly outcome: 'nonce_used' | 'expired' | 'too_soon' }
  | { readonly outcome: 'insufficient'; readonly units: number }

/** What `enter` would answer; `possible`: it would debit, and the entry hold until this deadline. */
export type Foreseen = Entered | { readonly outcome: 'possible'; readonly deadline: number }

/** What an account has; units are hundredths of a credit. */
export interface CreditStanding {
  readonly units: number
  /** Entries of one wallet that were debited, and of which it is not decided whether the chain took them. */
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
  /** What it is for: an award of the same source for the same thing is made once. */
  readonly sourceId: string
  readonly points: number
  /** Proof that is kept with it. */
  readonly reference: string
  readonly now: number
}

/** `awarded` false: it was made before, with this reference. */
export interface Awarded {
  readonly awarded: boolean
  readonly reference: string
  readonly units: number
}
