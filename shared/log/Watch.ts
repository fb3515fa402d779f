import type { ProviderName } from '../../schema/providers.ts'

/** What is watched by what its calls show: services of others, and the limiter. */
export type Watched = ProviderName | 'limiter'

/** What one call showed: `ok` also where the request itself was refused, since it was answered. */
export type Outcome = 'ok' | 'throttled' | 'timeout' | 'failed'

/** Remembers what calls show. */
export interface Watch {
  /** `ms`: how long the call took. */
  saw(what: Watched, outcome: Outcome, ms: number): void
  /** Passes on what is due; undefined if nothing is. Never throws. */
  report(): Promise<void> | undefined
}
