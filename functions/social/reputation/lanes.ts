import { MOST_UPDATES } from './provider/ReputationProvider.ts'
import type { LaneKey } from '../store/syncStates.ts'

/** Bounds of one run of a lane. */
export interface Lane {
  readonly key: LaneKey
  /** Updates of one page of the feed, and pages of one run. */
  readonly pageSize: number
  readonly pages: number
  /** Milliseconds of the feed that are read again once its end was reached: what arrived there late is not missed. */
  readonly replayMs: number
  /** Keys that are fetched besides those that the feed names; fewer where it named some. */
  readonly keys: number
  readonly keysAfterNews: number
  /** Profiles whose keys are collected. */
  readonly profiles: number
  /** Vaults whose creators' scores are brought up to date. */
  readonly vaults: number
}

/** Every profile and every key in its turn. */
export const CANONICAL: Lane = {
  key: 'canonical',
  pageSize: 500,
  pages: 5,
  replayMs: 600_000,
  keys: 1000,
  keysAfterNews: 250,
  profiles: 1000,
  vaults: 10_000,
}

/** Recent changes, and the creators that are viewed most. */
export const HOT: Lane = {
  key: 'hot',
  pageSize: 200,
  pages: 2,
  replayMs: 1,
  keys: 250,
  keysAfterNews: 250,
  profiles: 0,
  vaults: 500,
}

/** The longest page, for more updates at one time than a page of the usual length holds. */
export const LONGEST_PAGE = MOST_UPDATES

/** A run begins nothing after the first, and is over after the second. */
export const TIME = { workMs: 52_000, endMs: 55_000 }
/** Longer than a run takes: it ends the lease itself, unless it was cut off. */
export const LEASE_SECONDS = 60
/** A step begins only with this much of a run's time left. */
export const NEEDED_MS = { seed: 20_000, sweep: 12_000, projection: 10_000 }
/** How long the provider may take to answer. */
export const CALL_MS = 8000
