import type { Address } from 'viem'
import { gaugeVotingAbi } from './gaugeVotingAbi.ts'
import type { Describe, Resolved } from '../../chain/calls.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { integer } from '../../text/decimal.ts'

/** The reads that show when an epoch starts and ends. */
export const epochCalls = ({ at }: Describe, gaugeVoting: Address) => {
  const gauge = at(gaugeVoting, gaugeVotingAbi)
  const current = gauge('currentEpoch')
  return {
    current,
    genesis: gauge('genesisEpochStart'),
    start: gauge('epochStartTime', [current]),
    end: gauge('epochEndTime', [current]),
    untilNext: gauge('timeUntilNextEpoch'),
    duration: gauge('EPOCH_DURATION'),
    freezeWindow: gauge('VOTE_FREEZE_WINDOW'),
  }
}

/** An epoch, in unix seconds and seconds. */
export interface Epoch {
  readonly current: number
  /** Whether the first epoch has begun: before that, the epoch number is also 0. */
  readonly started: boolean
  readonly genesis: number
  readonly start: number
  readonly end: number
  readonly untilNext: number
  readonly freezeWindow: number | null
  readonly frozen: boolean
}

/** The values read; throws the error of a configured address that does not answer as a gauge. */
export function requireGauge<T>(gaugeVoting: Address, value: T | null): T {
  if (value === null) throw new ApiError('role_not_configured', `gaugeVoting ${gaugeVoting} does not answer as a gauge`)
  return value
}

/**
 * The epoch of a block with that time; if a gauge has no functions for an epoch's bounds, they follow from its
 * remaining time and its length. Throws role_not_configured if the contract does not answer as a gauge.
 */
export function epochOf(
  gaugeVoting: Address,
  reads: Resolved<ReturnType<typeof epochCalls>>,
  timestamp: number,
): Epoch {
  const safe = (value: bigint | null): number => requireGauge(gaugeVoting, integer(value))
  const genesis = safe(reads.genesis)
  const current = safe(reads.current)
  const untilNext = safe(reads.untilNext)
  const end = reads.end === null ? timestamp + untilNext : safe(reads.end)
  const start = reads.start === null ? end - safe(reads.duration) : safe(reads.start)
  const freezeWindow = reads.freezeWindow === null ? null : safe(reads.freezeWindow)
  return {
    current,
    started: timestamp >= genesis,
    genesis,
    start,
    end,
    untilNext,
    freezeWindow,
    frozen: untilNext <= (freezeWindow ?? 0),
  }
}
