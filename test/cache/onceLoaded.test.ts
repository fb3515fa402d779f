import { expect, test } from 'vitest'
import { onceLoaded } from '../../shared/cache/onceLoaded.ts'

test('the value of a module is made on first use, and once, also for callers at the same time', async () => {
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

test('a module that could not be loaded is loaded again', async () => {
  let loads = 0
  const open = onceLoaded(
    async () => {
      if (++loads === 1) throw new Error('not there')
      return loads
    },
    (module) => module,
  )
  await expect(open()).rejects.toThrow('not there')
  expect(await open()).toBe(2)
})
