import type {
  Auction,
  Auctions,
  Bids,
  Entries,
  History,
  Jackpot,
  Profile,
  Registered,
  Report,
  Strategies,
  Summary,
  Votes,
} from './answers.ts'

/** A read of a page: its answer, or the code of the error that it answered with. */
export type Part<T> = { readonly data: T } | { readonly code: string }

export interface VaultPage {
  readonly report: Report
  readonly strategies: Part<Strategies>
  /** Of a vault that the registry lists alone. */
  readonly history: Part<History> | undefined
  /** Only of a vault whose creator coin is in the lottery. */
  readonly jackpot: Part<Jackpot> | undefined
  /** Only of a deployment with a gauge. */
  readonly votes: Part<Votes> | undefined
  readonly auctions: Part<Auctions>
}

export interface AuctionPage {
  readonly auction: Auction
  readonly bids: Part<Bids>
  /** Of the same token; the auction itself is one of them if a vault's launch arm or the configuration names it. */
  readonly auctions: Part<Auctions>
}

export interface AgentPage {
  readonly summary: Summary
  readonly entries: Part<Entries>
  /** Of this service's own agent alone. */
  readonly profile: Part<Profile> | undefined
  /** The agent in the list of agents; undefined without a list. */
  readonly registered: Part<Registered> | undefined
}

/** Kinds of entities that have pages, as the first segment of their paths. */
export type EntityKind = 'vault' | 'auction' | 'agent'

/** Why there is no page of an entity. */
export interface UnreadPage {
  readonly kind: EntityKind
  /** As the path has it. */
  readonly id: string
  readonly status: number
  readonly code: string
  readonly operationId: string
  /** Detail of the operation's error. */
  readonly detail: string
}
