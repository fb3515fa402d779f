import { expect, test } from 'vitest'
import { onceLoaded } from '../../shared/cache/onceLoaded.ts'

test('what a module makes is made when it is first asked for, and once, also for callers at the same time', async () => {
  let made = 0
  const open = onceLoaded(
    async () => ({ value: 'loaded' }),
    ({ value }) => ({ value, number: ++made }),
  )
  expect(made).toBe(0)
  const [one, two] = await Promise.all([open(), open()])
  expect(one).toEqual({ value: 'loaded', number: 1 })
  expect(two).toBe(one)
  expect(await open()).toBe(one)
})

test('a module that could not be loaded is asked for again', async () => {
  let asked = 0
  const open = onceLoaded(
    async () => {
      if (++asked === 1) throw new Error('not there')
      return asked
    },
    (module) => module,
  )
  await expect(open()).rejects.toThrow('not there')
  expect(await open()).toBe(2)
})
