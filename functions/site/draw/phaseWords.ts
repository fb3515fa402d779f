import type { Auction } from '../pages/entities/answers.ts'

const WORDS: Readonly<Record<NonNullable<Auction['phaseName']>, string>> = {
  Idle: 'no auction yet',
  AuctionScheduled: 'scheduled',
  AuctionLive: 'running',
  AuctionEndedPending: 'ended, claims not open yet',
  ClaimReady: 'ended, tokens can be claimed',
  PoolInitializing: 'ended, the pool is being opened',
  PoolLive: 'ended, the pool is open',
  LaunchFailed: 'failed, bids are refunded',
}

/** The phase of an auction in words. */
export const phaseWords = ({ phaseName }: Pick<Auction, 'phaseName'>): string =>
  phaseName === null ? 'phase unknown' : WORDS[phaseName]
