import { type Address, isAddress } from 'viem'

/**
 * Leases of tokens from a budget that all isolates share: the interface of core's entrypoint `Limits`, which every family
 * binds as `LIMITS`. Windows are fixed and the store's clock decides which one it is: `floor(now / windowSeconds)`.
 */
export interface LimitStore {
  /**
   * Takes tokens from the key's budget in the current window, after returning those of `giveBack`. Each token is handed
   * out once, so all holders together never spend more than the limit in a window.
   *
   * @throws when the store can't be reached.
   */
  lease(request: LeaseRequest): Promise<Lease>
}

export interface LeaseRequest {
  /** The counted subject and the budget: a key always comes with the same limit and window. */
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
  /** Tokens that would be useful. 0 takes nothing and only reports what is left. */
  readonly want: number
  /** The fewest useful tokens (default 1): the store gives at least this many, or none. */
  readonly need?: number
  /** Unspent tokens of an earlier lease, with its `resetAt`. They are dropped if their window has ended. */
  readonly giveBack?: { readonly tokens: number; readonly resetAt: number }
}

export interface Lease {
  /** 0, or from `need` to `want`. Void after `resetAt`. */
  readonly granted: number
  /** Tokens left in the store, for anyone. */
  readonly remaining: number
  /** End of the window, unix seconds. */
  readonly resetAt: number
}

/** The address whose budget a key names; undefined for others, such as an IP address. */
export const holderOf = (key: string): Address | undefined => {
  const [, holder] = /^[a-zA-Z]+:principal:(0x[0-9a-f]{40})(?::|$)/.exec(key) ?? []
  return holder !== undefined && isAddress(holder) ? holder : undefined
}

/** The end, in unix seconds, of the fixed window that contains `now` (unix milliseconds). */
export const windowEnd = (now: number, windowSeconds: number): number =>
  (Math.floor(now / (windowSeconds * 1000)) + 1) * windowSeconds

/** One lease takes at most this fraction of what is left. */
const LEASE_PART = 16

/**
 * How many tokens a lease gets out of `remaining`: none when fewer than `need` are left, otherwise a fraction that
 * shrinks with what is left, so that the last tokens are given out one by one.
 */
export const leaseSize = (remaining: number, want: number, need: number): number =>
  want === 0 || remaining < need ? 0 : Math.max(need, Math.min(want, Math.floor(remaining / LEASE_PART)))
