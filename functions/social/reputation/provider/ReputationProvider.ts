/** An identity whose score has changed. */
export interface ScoreUpdate {
  readonly userkey: string
  /** Unix milliseconds by the provider's clock. */
  readonly updatedMs: number
}

export interface UpdatesPage {
  readonly updates: readonly ScoreUpdate[]
  /** Items that could not be used. */
  readonly wrong: number
  /** Whether the window may have more than this page. */
  readonly more: boolean
}

export interface UpdatesQuery {
  /** Unix milliseconds; updates at this very time may be left out. */
  readonly after: number
  /** Unix milliseconds; absent for now. */
  readonly until?: number | undefined
  /** At most MOST_UPDATES. */
  readonly limit: number
}

export interface Score {
  /** 0 to 2800. */
  readonly score: number
  readonly level: string | null
}

/** The longest page of updates. */
export const MOST_UPDATES = 1000
/** Maximum keys per request for scores. */
export const MOST_USERKEYS = 100

/**
 * The source of reputation. A userkey is `address:<0x…>` in lower case, or `service:<network>:<user id>`. Each call
 * takes at most `timeoutMs`. Throws ProviderFailure.
 */
export interface ReputationProvider {
  /** A page of what has changed in a window of time. */
  updates(query: UpdatesQuery, timeoutMs: number): Promise<UpdatesPage>
  /**
   * The scores of at most MOST_USERKEYS keys: null for a key that has none. A key whose item is missing or wrong is not
   * in the result: nothing is known about it.
   */
  scores(userkeys: readonly string[], timeoutMs: number): Promise<ReadonlyMap<string, Score | null>>
}
