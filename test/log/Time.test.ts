import { expect, test } from 'vitest'
import { noTime, timed } from '../../shared/log/Time.ts'

test('what overlaps counts once, what fails counts too', async () => {
  let clock = 0
  const time = noTime()
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const first = timed(
    time,
    () => one.promise,
    () => clock,
  )
  clock = 10
  const second = timed(
    time,
    () => other.promise,
    () => clock,
  )
  clock = 30
  one.resolve('value')
  expect(await first).toBe('value')
  clock = 50
  other.reject(new Error('no'))
  await expect(second).rejects.toThrow('no')
  expect(time.ms).toBe(50)
  clock = 100
  await timed(
    time,
    async () => void (clock = 107),
    () => clock,
  )
  expect(time).toMatchObject({ ms: 57, open: 0 })
})

test('without anything to add to it is the work alone', async () => {
  expect(await timed(undefined, async () => 1)).toBe(1)
})
