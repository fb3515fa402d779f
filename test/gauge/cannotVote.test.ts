import { expect, it } from 'vitest'
import { cannotVote, type Voter } from '../../functions/gauge/cannotVote.ts'
import type { Epoch } from '../../functions/gauge/epochCalls.ts'

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
const voter: Voter = { lockStart: 2_000_000n, lockEnd: 9_000_000n, powerAtEpochEnd: 5n, ve33: 7n }
const codes = (change: Partial<Voter>, at: Partial<Epoch> = {}) =>
  cannotVote({ ...epoch, ...at }, { ...voter, ...change }, now).map(({ code }) => code)

it.each<[string, Partial<Voter>, string[]]>([
  ['nothing', {}, []],
  ['a lock that is seven days old to the second', { lockStart: 2_395_200n }, []],
  ['a lock that is a second younger', { lockStart: 2_395_201n }, ['lock_too_recent']],
  [
    'a lock that ends before the epoch',
    { lockEnd: 3_399_999n, powerAtEpochEnd: 0n },
    ['lock_expires_before_epoch_end'],
  ],
  ['a lock that ends with the epoch', { lockEnd: 3_400_000n, powerAtEpochEnd: 0n }, ['no_voting_power']],
  ['a lock that ends now', { lockEnd: 3_000_000n, powerAtEpochEnd: 0n, ve33: 0n }, ['no_voting_power']],
  ['no claim', { ve33: 0n }, ['utility_not_claimed']],
  ['no utility contract', { ve33: null }, ['utility_not_configured']],
])('%s keeps from voting as it should', (_, change, expected) => {
  expect(codes(change)).toEqual(expected)
})

it('a gauge that has not begun is not called frozen', () => {
  expect(codes({}, { started: false, frozen: true })).toEqual(['voting_not_started'])
})
