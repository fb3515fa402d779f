import { isHex, size, type Hex } from 'viem'
import { effectiveEnd, flooringOfLock, type WeekFloored } from '../../../shared/domain/vetoken/weekFlooring.ts'
import type { Escrow } from '../../../shared/domain/vetoken/escrowCalls.ts'

/** When a lock will end, and what power it then has; each null if it is not known. */
export interface Ending {
  /** Unix seconds. */
  readonly end: bigint | null
  readonly weekFloored: WeekFloored
  readonly power: bigint | null
}

/** The ending of a lock for which an end and an amount are requested, as far as the reads show it. */
export const endingOf = (escrow: Escrow, askedEnd: bigint, amount: bigint): Ending =>
  endingBy(escrow.weekFloored, escrow, askedEnd, amount)

/** The same from what the simulated call returned, which is the voting power that the escrow gave. */
export function learnedEnding(escrow: Escrow, askedEnd: bigint, amount: bigint, returned: Hex): Ending {
  const { now, maxDuration } = escrow
  const votingPower = isHex(returned) && size(returned) === 32 ? BigInt(returned) : null
  const weekFloored =
    escrow.weekFloored !== 'unknown' || votingPower === null || maxDuration === null
      ? escrow.weekFloored
      : flooringOfLock({ askedEnd, amount, votingPower, now, maxDuration })
  const ending = endingBy(weekFloored, escrow, askedEnd, amount)
  return { ...ending, power: ending.power ?? votingPower }
}

function endingBy(weekFloored: WeekFloored, escrow: Escrow, askedEnd: bigint, amount: bigint): Ending {
  const end = effectiveEnd(askedEnd, weekFloored)
  return { end, weekFloored, power: end === null ? null : powerUntil(end, amount, escrow) }
}

/** Voting power: linear from the whole amount, the longest duration before the end, to zero at the end. */
export const powerUntil = (end: bigint, amount: bigint, { now, maxDuration }: Escrow): bigint | null =>
  maxDuration === null || maxDuration === 0n ? null : end > now ? (amount * (end - now)) / maxDuration : 0n
