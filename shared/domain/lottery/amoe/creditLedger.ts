import type { Address } from 'viem'
import type { RequestKey } from '../../../durable/onceFor.ts'
import type { CreditSource } from './credits.ts'

/** The standing of an account; units are hundredths of a credit. */
export interface CreditStanding {
  readonly units: number
  /** Paid entries of one wallet that the chain has neither accepted nor rejected yet. */
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
  /** Subject of the award: a source makes only one award for the same thing. */
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

/** Calls that other families may make to the Durable Object `AmoeLedger` of an account, named by the account's id. */
export interface CreditLedgerObject extends Rpc.DurableObjectBranded {
  /** The balance, and the entries of a wallet that are pending. */
  standing(wallet: Address): Promise<CreditStanding>
  /** Gives the credits of a source for one thing, once. */
  award(given: Award, key?: RequestKey): Promise<Awarded>
}
