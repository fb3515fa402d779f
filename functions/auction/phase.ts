import { AUCTION_PHASES } from '../../schema/auction.ts'
import { WHOLE_SUPPLY } from '../../shared/abi/auction.ts'
import type { Auction } from './readAuction.ts'

type PhaseName = (typeof AUCTION_PHASES)[number]

const indexOf = (name: PhaseName): number => AUCTION_PHASES.indexOf(name)

/**
 * The phase of a launch arm as it tells it, or of an auction by its blocks: the same numbers, as far as an auction knows
 * them. Null where the launch arm does not tell.
 */
export function phase({ arm, terms, current, block }: Auction): number | null {
  if (arm) return arm.lifecycle?.phase ?? null
  if (!terms) return null
  if (block < terms.startBlock) return indexOf('AuctionScheduled')
  if (block < terms.endBlock) return indexOf('AuctionLive')
  if (!(current ?? terms).isGraduated) return indexOf('LaunchFailed')
  return indexOf(terms.claimBlock !== null && block >= terms.claimBlock ? 'ClaimReady' : 'AuctionEndedPending')
}

/** Null for a phase of a later generation of the contract. */
export const phaseName = (number: number | null): PhaseName | null =>
  number === null ? null : (AUCTION_PHASES[number] ?? null)

/** Whether the auction is on, as its launch arm tells, or by its own blocks. */
export const isActive = ({ arm, terms, block }: Auction): boolean =>
  arm ? arm.status[1] : terms !== null && block >= terms.startBlock && block < terms.endBlock

/** Whether a bid would be taken at this block: a launch arm calls the end block active still, an auction does not. */
export const acceptsBids = ({ terms, current, block }: Auction): boolean =>
  terms !== null &&
  current !== null &&
  block >= terms.startBlock &&
  block < terms.endBlock &&
  current.checkpoint.cumulativeMps < WHOLE_SUPPLY
