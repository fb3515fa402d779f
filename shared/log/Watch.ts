import type { ProviderName } from '../../schema/providers.ts'

/** Parts whose state follows from their calls: providers and the limiter. */
export type Watched = ProviderName | 'limiter'

/** Outcome of one call: `ok` also if the provider refused the request, since it answered. */
export type Outcome = 'ok' | 'throttled' | 'timeout' | 'failed'

/** Remembers the outcomes of calls. */
export interface Watch {
  /** `ms`: duration of the call. */
  record(what: Watched, outcome: Outcome, ms: number): void
  /** Sends the reports that are due; undefined if none is. Never throws. */
  report(): Promise<void> | undefined
}
