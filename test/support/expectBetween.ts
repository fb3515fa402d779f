import { expect } from 'vitest'

/** That a time, in unix milliseconds, lies between `began` and now, by whole seconds. */
export function expectBetween(time: number, began: number): void {
  expect(time).toBeGreaterThanOrEqual(1000 * Math.floor(began / 1000))
  expect(time).toBeLessThanOrEqual(Date.now())
}
