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
const ASKED = floorToWeek(NOW + 20n * WEEK) + WEEK / 2n
/** What an escrow returns that gives a lock this end, in a block some seconds later. */
const powerUntil = (end: bigint, amount: bigint, late = 0n) => (amount * (end - NOW - late)) / MAX
const lock = (end: bigint, { askedEnd = ASKED, amount = 10n ** 18n, late = 0n } = {}) =>
  flooringOfLock({ askedEnd, amount, votingPower: powerUntil(end, amount, late), now: NOW, maxDuration: MAX })

it('an end within a week shows an escrow that does not round, one on a boundary nothing', () => {
  expect(flooringOfEnd(ASKED)).toBe('no')
  expect(flooringOfEnd(ASKED - WEEK / 2n)).toBe('unknown')
  expect(flooringOfEnd(0n)).toBe('unknown')
})

it.each([0n, 12n, 1800n])('the power of a simulated lock shows which, in a block %s seconds later', (late) => {
  expect(lock(floorToWeek(ASKED), { late })).toBe('yes')
  expect(lock(ASKED, { late })).toBe('no')
})

it.each([
  ['an end on a boundary', ASKED - WEEK / 2n, { askedEnd: ASKED - WEEK / 2n }],
  ['an end near one', ASKED - WEEK / 2n, { askedEnd: ASKED - WEEK / 2n + 600n }],
  ['an amount too small to tell', ASKED, { amount: 100n }],
  ['nothing locked', ASKED, { amount: 0n }],
  ['a power that neither end explains', ASKED - 2n * WEEK, {}],
])('%s shows nothing', (_, end, given) => {
  expect(lock(end, given)).toBe('unknown')
})

it('the end that comes is known where the rule is, or makes no difference', () => {
  expect(effectiveEnd(ASKED, 'yes')).toBe(floorToWeek(ASKED))
  expect(effectiveEnd(ASKED, 'no')).toBe(ASKED)
  expect(effectiveEnd(ASKED, 'unknown')).toBeNull()
  expect(effectiveEnd(floorToWeek(ASKED), 'unknown')).toBe(floorToWeek(ASKED))
})
