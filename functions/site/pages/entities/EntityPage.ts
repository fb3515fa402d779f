import type * as answers from './answers.ts'

/** A read of a page: its answer, or the code of the error that it answered with. */
export type Part<T> = { readonly data: T } | { readonly code: string }

export interface VaultPage {
  readonly report: answers.Report
  readonly strategies: Part<answers.Strategies>
  /** Of a vault that the registry lists alone. */
  readonly history: Part<answers.History> | undefined
  /** Only of a vault whose creator coin is in the lottery. */
  readonly jackpot: Part<answers.Jackpot> | undefined
  /** Only of a deployment with a gauge. */
  readonly votes: Part<answers.Votes> | undefined
  readonly auctions: Part<answers.Auctions>
}

export interface AuctionPage {
  readonly auction: answers.Auction
  readonly bids: Part<answers.Bids>
  /** Of the same token; the auction itself is one of them if a vault's launch arm or the configuration names it. */
  readonly auctions: Part<answers.Auctions>
}

export interface AgentPage {
  readonly summary: answers.Summary
  readonly entries: Part<answers.Entries>
  /** Of this service's own agent alone. */
  readonly profile: Part<answers.Profile> | undefined
  /** The agent in the list of agents; undefined without a list. */
  readonly registered: Part<answers.Registered> | undefined
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
