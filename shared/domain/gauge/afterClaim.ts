import type { Voter } from './voterCalls.ts'

/**
 * The voter after the claim of all free voting power that comes before a vote; null if none is made: `needed` claims only
 * while none is claimed.
 */
export function afterClaim(which: 'needed' | 'all' | 'none', voter: Voter): Voter | null {
  const { utility, ve33, free } = voter
  if (utility === null || ve33 === null || free === null || free === 0n) return null
  return which === 'all' || (which === 'needed' && ve33 === 0n) ? { ...voter, ve33: ve33 + free } : null
}
