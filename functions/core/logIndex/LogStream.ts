import type { Address, Hex } from 'viem'

/** A list of event logs that the index keeps: some events of some contracts. */
export interface LogStream {
  readonly name: string
  readonly addresses: readonly Address[]
  /** Event signatures (topic 0); empty for every event. */
  readonly events: readonly Hex[]
  /** First block of interest; 0 to start where its first contract appears. */
  readonly fromBlock: number
  /** Whether its hours are summed (drizzle/logs.ts, log_hours). */
  readonly hourly: boolean
}

export interface SyncBounds {
  readonly requests: number
  /** Blocks per eth_getLogs; providers refuse more than 10 000. */
  readonly span: number
  /** Ranges read in one upstream request. */
  readonly ranges: number
  /** No further request is started after this time. */
  readonly milliseconds: number
}

export const SYNC_BOUNDS: SyncBounds = { requests: 40, span: 9_900, ranges: 4, milliseconds: 20_000 }
