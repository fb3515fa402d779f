import { expect, test } from 'vitest'
import { bpsOf, knownBpsOf } from '../../../shared/domain/dex/Ratio.ts'

test.each([
  [0n, 3n, 0],
  [1n, 3n, 3333],
  [2n, 3n, 6666],
  [3n, 3n, 10_000],
  [10n ** 40n, 2n * 10n ** 40n, 5000],
  [5n, 0n, 0],
])('%d of %d are %d basis points, rounded down', (part, whole, bps) => expect(bpsOf(part, whole)).toBe(bps))

test.each([
  [1n, 3n, 3333],
  [3n, 3n, 10_000],
  [null, 3n, null],
  [1n, null, null],
  [0n, 0n, null],
  // A part that is more than the whole was not read at the same time, or is not a part.
  [4n, 3n, null],
])('of %s, a part of %s, %s basis points are known', (part, whole, bps) => expect(knownBpsOf(part, whole)).toBe(bps))
