import { expect, test } from 'vitest'
import { meanTick } from '../../../shared/domain/dex/ticks.ts'

test.each([
  [0n, 1800n, 1],
  [0n, 1799n, 0],
  [0n, -1800n, -1],
  [0n, -1n, -1],
  [0n, -1801n, -2],
  [-900n, 900n, 1],
  [2n ** 55n - 1800n * 887_272n, 2n ** 55n, 887_272],
])('from %d to %d over 1800 seconds is %d: toward minus infinity', (before, after, tick) =>
  expect(meanTick(before, after, 1800)).toBe(tick),
)
