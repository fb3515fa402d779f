import { expect, it } from 'vitest'
import { cannotVote } from '../../../shared/domain/gauge/cannotVote.ts'
import type { Epoch } from '../../../shared/domain/gauge/epochCalls.ts'
import { usablePower, type UtilityRule } from '../../../shared/domain/gauge/voterCalls.ts'

const epoch: Epoch = {
  current: 3,
  started: true,
  genesis: 1_000_000,
  start: 2_800_000,
  end: 3_400_000,
  untilNext: 400_000,
  freezeWindow: 3600,
  frozen: false,
}
const now = 3_000_000
interface Voter {
  readonly start: bigint
  readonly end: bigint
  readonly powerAtEpochEnd: bigint | null
  readonly utilityRule: UtilityRule
  readonly ve33: bigint | null
  readonly free: bigint | null
}
const voter: Voter = { start: 2_000_000n, end: 9_000_000n, powerAtEpochEnd: 5n, utilityRule: 'set', ve33: 7n, free: 2n }
const codes = (change: Partial<Voter>, at: Partial<Epoch> = {}) => {
  const { start, end, ...power } = { ...voter, ...change }
  return cannotVote({ epoch: { ...epoch, ...at }, lock: { start, end }, ...power }, now).map(({ code }) => code)
}

it.each<[string, Partial<Voter>, string[]]>([
  ['nothing', {}, []],
  ['a lock that is seven days old to the second', { start: 2_395_200n }, []],
  ['a lock that is a second younger', { start: 2_395_201n }, ['lock_too_recent']],
  ['a lock that ends before the epoch', { end: 3_399_999n, powerAtEpochEnd: 0n }, ['lock_expires_before_epoch_end']],
  ['a lock that ends with the epoch', { end: 3_400_000n, powerAtEpochEnd: 0n }, ['no_voting_power']],
  ['a lock that ends now', { end: 3_000_000n, powerAtEpochEnd: 0n, ve33: 0n }, ['no_voting_power']],
  ['no claim', { ve33: 0n }, ['utility_not_claimed']],
  ['no claim, with nothing left to claim', { ve33: 0n, free: 0n }, ['no_voting_power']],
  ['no utility contract', { utilityRule: 'unset', ve33: null, free: null }, ['utility_not_configured']],
  ['a gauge without utility', { utilityRule: 'none', ve33: null, free: null }, []],
  ['a gauge without utility, and no live lock', { utilityRule: 'none', ve33: null, end: 1n }, ['no_voting_power']],
  ['a utility contract that does not answer', { ve33: null, free: null }, []],
  ['an escrow that tells no power at a time', { powerAtEpochEnd: null }, []],
])('%s keeps from voting as it should', (_, change, expected) => {
  expect(codes(change)).toEqual(expected)
})

it('a gauge that has not begun is not called frozen', () => {
  expect(codes({}, { started: false, frozen: true })).toEqual(['voting_not_started'])
})

it.each<[string, Partial<Voter>, bigint | null]>([
  ['the claimed power, at most what is left at the end', { ve33: 7n }, 5n],
  ['the claimed power where that is less', { ve33: 3n }, 3n],
  ['nothing where nothing is claimed, whatever is left', { ve33: 0n, powerAtEpochEnd: null }, 0n],
  ['nothing while no utility contract is set', { utilityRule: 'unset', ve33: null }, 0n],
  ['what is left where the gauge has no utility', { utilityRule: 'none', ve33: null }, 5n],
  ['unknown where the claimed power is', { ve33: null }, null],
  ['unknown where the power at the end is', { powerAtEpochEnd: null }, null],
])('a vote divides %s', (_, change, expected) => {
  expect(usablePower({ ...voter, ...change })).toBe(expected)
})

it('an ended lock is to be extended or unlocked, which works; locking first and increasing do not', () => {
  const messagesAt = (end: bigint) =>
    cannotVote({ ...voter, epoch, lock: { start: 0n, end } }, now).map(({ message }) => message)
  expect(messagesAt(2_999_999n)).toEqual(['The lock has ended; extend it, or withdraw its tokens and lock them again'])
  expect(messagesAt(0n)).toEqual(['There is no lock; lock share tokens first'])
})
