import type { AUCTION_STATES } from '../../../schema/auction/list.ts'
import { AUCTION_PHASES } from '../../../schema/auction/status.ts'
import { bidWindow } from './clearing.ts'
import type { Auction, Terms } from './readAuction.ts'

export type PhaseName = (typeof AUCTION_PHASES)[number]

const indexOf = (name: PhaseName): number => AUCTION_PHASES.indexOf(name)

/** The state of an auction by its blocks alone. */
export function stateOf(
  { startBlock, endBlock }: Pick<Terms, 'startBlock' | 'endBlock'>,
  block: bigint,
): (typeof AUCTION_STATES)[number] {
  if (block < startBlock) return 'scheduled'
  return block < endBlock ? 'running' : 'ended'
}

/**
 * Whether the auction has graduated as of this block: after a simulated checkpoint, since the contract's own flag waits
 * for a checkpoint after the end. Null if the end has passed, and only the old flag can be read.
 */
export function hasGraduated(read: Auction): boolean | null {
  const { address, terms, current, block } = read
  if (current) return current.isGraduated
  const reported = reportedGraduated(read)
  if (reported === true) return true
  if (address === null || (terms && block < terms.startBlock)) return false
  return terms && (terms.lastCheckpointedBlock ?? 0n) >= terms.endBlock ? reported : null
}

/**
 * Whether the launch arm or the auction reports that it has graduated, as of the last checkpoint; null if neither does.
 */
export const reportedGraduated = ({ arm, terms }: Auction): boolean | null =>
  arm?.status[2] ?? terms?.isGraduated ?? null

/**
 * Whether the auction has not graduated and is neither running nor scheduled. Null if it has ended, and it is not known
 * whether it graduated.
 */
export function isDegraded(read: Auction): boolean | null {
  const isScheduled = phaseName(phase(read)) === 'AuctionScheduled'
  const isOn = isActive(read) || read.arm?.lifecycle?.auctionWindowOpen === true || isScheduled
  if (read.address !== null && isOn) return false
  const graduated = hasGraduated(read)
  return graduated === null ? null : !graduated
}

/**
 * The phase that a launch arm reports, or that of an auction by its blocks: the same numbers, as far as an auction has
 * them. Null if the launch arm does not answer, and after the end while it is not known whether the auction graduated.
 */
export function phase(read: Auction): number | null {
  const { arm, terms, block } = read
  if (arm) return arm.lifecycle?.phase ?? null
  if (!terms) return null
  if (block < terms.startBlock) return indexOf('AuctionScheduled')
  if (block < terms.endBlock) return indexOf('AuctionLive')
  const graduated = hasGraduated(read)
  if (graduated === null) return null
  if (!graduated) return indexOf('LaunchFailed')
  return indexOf(terms.claimBlock !== null && block >= terms.claimBlock ? 'ClaimReady' : 'AuctionEndedPending')
}

/** Null for a phase of a later generation of the contract. */
export const phaseName = (number: number | null): PhaseName | null =>
  number === null ? null : (AUCTION_PHASES[number] ?? null)

/** Whether the auction is running, as its launch arm reports it, or by its own blocks. */
export const isActive = ({ arm, terms, block }: Auction): boolean =>
  arm ? arm.status[1] : terms !== null && block >= terms.startBlock && block < terms.endBlock

/**
 * Whether a bid would be accepted at this block: a launch arm still calls the end block active, an auction does not.
 * Null for a running auction without checkpoints, since its remaining supply cannot be known.
 */
export function acceptsBids({ terms, current, block }: Auction): boolean | null {
  if (!terms || block < terms.startBlock || block >= terms.endBlock) return false
  if (!current) return terms.lastCheckpointedBlock === null ? null : false
  return bidWindow(terms, current.checkpoint, block) === 'open'
}
