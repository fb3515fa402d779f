import { expect, it } from 'vitest'
import {
  effectiveEnd,
  flooringOfEnd,
  flooringOfLock,
  floorToWeek,
} from '../../../shared/domain/vetoken/weekFlooring.ts'

const WEEK = 604_800n
const MAX = 126_144_000n
const NOW = 1_790_000_000n
const REQUESTED = floorToWeek(NOW + 20n * WEEK) + WEEK / 2n
/** Result of an escrow that gives a lock this end, in a block some seconds later. */
const powerUntil = (end: bigint, amount: bigint, late = 0n) => (amount * (end - NOW - late)) / MAX
const lock = (end: bigint, { requestedEnd = REQUESTED, amount = 10n ** 18n, late = 0n } = {}) =>
  flooringOfLock({ requestedEnd, amount, votingPower: powerUntil(end, amount, late), now: NOW, maxDuration: MAX })

it('an end within a week shows an escrow that does not round, one on a boundary nothing', () => {
  expect(flooringOfEnd(REQUESTED)).toBe('no')
  expect(flooringOfEnd(REQUESTED - WEEK / 2n)).toBe('unknown')
  expect(flooringOfEnd(0n)).toBe('unknown')
})

it.each([0n, 12n, 1800n])('the power of a simulated lock shows which, in a block %s seconds later', (late) => {
  expect(lock(floorToWeek(REQUESTED), { late })).toBe('yes')
  expect(lock(REQUESTED, { late })).toBe('no')
})

it.each([
  ['an end on a boundary', REQUESTED - WEEK / 2n, { requestedEnd: REQUESTED - WEEK / 2n }],
  ['an end near one', REQUESTED - WEEK / 2n, { requestedEnd: REQUESTED - WEEK / 2n + 600n }],
  ['an amount too small to tell', REQUESTED, { amount: 100n }],
  ['nothing locked', REQUESTED, { amount: 0n }],
  ['a power that neither end explains', REQUESTED - 2n * WEEK, {}],
])('%s shows nothing', (_, end, given) => {
  expect(lock(end, given)).toBe('unknown')
})

it('the end that comes is known where the rule is, or makes no difference', () => {
  expect(effectiveEnd(REQUESTED, 'yes')).toBe(floorToWeek(REQUESTED))
  expect(effectiveEnd(REQUESTED, 'no')).toBe(REQUESTED)
  expect(effectiveEnd(REQUESTED, 'unknown')).toBeNull()
  expect(effectiveEnd(floorToWeek(REQUESTED), 'unknown')).toBe(floorToWeek(REQUESTED))
})
