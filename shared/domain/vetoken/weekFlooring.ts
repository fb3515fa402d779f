import type { RpcReply } from '../../chain/RpcCall.ts'
import { encodeFunctionData, isHex, size, type Address } from 'viem'
import type { WEEK_FLOORED } from '../../../schema/vetoken/index.ts'
import { voteEscrowAbi } from './voteEscrowAbi.ts'

/** Times are unix seconds and amounts base units, as in a vote escrow. */
export const WEEK = 604_800n
/** How far the block that ran a call may be from the one whose time is known, in seconds. */
const DRIFT = 3600n
/** The longest lock of the known generations, in seconds: 4 * 365 days. */
const LONGEST = 126_144_000n

/**
 * Whether a deployment of the vote escrow rounds the end of a lock down to a week (Thursday 00:00 UTC): the current
 * generation does, an older one keeps the second. No getter reports it.
 */
export type WeekFloored = (typeof WEEK_FLOORED)[number]

/** A simulated lock or extension: the end that was requested, and the power that the escrow gave. */
export interface SimulatedLock {
  readonly requestedEnd: bigint
  /** The total amount locked afterwards. */
  readonly amount: bigint
  /** Result of lock or extendLock. */
  readonly votingPower: bigint
  /** Of the block. */
  readonly now: bigint
  /** MAX_LOCK_DURATION of the escrow. */
  readonly maxDuration: bigint
}

export const floorToWeek = (time: bigint): bigint => (time / WEEK) * WEEK

/** Rounding by an end that the escrow set: one within a week was not rounded; one on a boundary may be either. */
export const flooringOfEnd = (end: bigint): WeekFloored => (end === floorToWeek(end) ? 'unknown' : 'no')

/**
 * Rounding by a simulated lock, whose power is amount * (end - now) / maxDuration: `yes` or `no` if that fits one of the
 * two ends and not the other; `unknown` if it fits neither, or both (an end on a boundary, an amount of a few units).
 */
export function flooringOfLock({ requestedEnd, amount, votingPower, now, maxDuration }: SimulatedLock): WeekFloored {
  if (amount <= 0n) return 'unknown'
  const end = now + (votingPower * maxDuration) / amount
  const tolerance = DRIFT + maxDuration / amount + 1n
  const isNear = (other: bigint) => end - other <= tolerance && other - end <= tolerance
  const floored = floorToWeek(requestedEnd)
  if (isNear(floored) === isNear(requestedEnd)) return 'unknown'
  return isNear(floored) ? 'yes' : 'no'
}

/** The end that an escrow gives a lock for which this one is requested; null if it is not known whether it rounds. */
export function effectiveEnd(requestedEnd: bigint, weekFloored: WeekFloored): bigint | null {
  if (weekFloored === 'unknown') return floorToWeek(requestedEnd) === requestedEnd ? requestedEnd : null
  return weekFloored === 'yes' ? floorToWeek(requestedEnd) : requestedEnd
}

/**
 * The call that shows whether an escrow rounds if nothing else does: a simulated extension of the user's lock to the
 * middle of a week. `clock` is about the time of the newest block.
 */
export function flooringProbe(veToken: Address, user: Address, clock: bigint) {
  const requestedEnd = floorToWeek(clock + LONGEST) - WEEK / 2n
  const data = encodeFunctionData({ abi: voteEscrowAbi, functionName: 'extendLock', args: [requestedEnd] })
  return {
    call: { method: 'eth_call', params: [{ from: user, to: veToken, data }, 'latest'] },
    /** Reads the node's reply to it: a refusal, or a revert because the user has no lock, shows nothing. */
    read(reply: RpcReply | undefined, given: Pick<SimulatedLock, 'amount' | 'now' | 'maxDuration'>): WeekFloored {
      const result = reply && 'result' in reply ? reply.result : null
      if (!isHex(result) || size(result) !== 32) return 'unknown'
      return flooringOfLock({ ...given, requestedEnd, votingPower: BigInt(result) })
    },
  }
}
