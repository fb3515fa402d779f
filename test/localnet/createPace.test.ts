import { expect, test } from 'vitest'
import { createPace } from '../../localnet/createPace.ts'
import { SCHEDULES } from '../../functions/social/schedules.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 10, minute, second))
/** Minutes of an hour in which it is due, by a call every ten seconds from before the hour on. */
function minutesOf(cron: string): number[] {
  const isDue = createPace()
  expect(isDue('one', cron, at(-1))).toBe(true)
  return Array.from({ length: 360 }, (_, i) => at(0, 10 * i)).flatMap((now) =>
    isDue('one', cron, now) ? [now.getUTCMinutes()] : [],
  )
}

test('work is due once in each of its minutes', () => {
  expect(minutesOf('17 * * * *')).toEqual([17])
  expect(minutesOf('*/20 * * * *')).toEqual([0, 20, 40])
  expect(minutesOf(SCHEDULES.canonical)).toEqual([9, 24, 39, 54])
  expect(minutesOf(SCHEDULES.prune)).toEqual([31])
})

test('the hot lane runs every two minutes, except when the canonical one begins', () => {
  const even = Array.from({ length: 30 }, (_, i) => 2 * i)
  expect(minutesOf(SCHEDULES.hot)).toEqual(even.filter((minute) => minute !== 24 && minute !== 54))
})

test('all work is due at its first call', () => {
  const isDue = createPace()
  expect(['a', 'a', 'b'].map((name) => isDue(name, '17 * * * *', at(5)))).toEqual([true, false, true])
})
