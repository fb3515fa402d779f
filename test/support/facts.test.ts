import { expect, test } from 'vitest'
import { faultsOf } from './facts.ts'

const things = ['first', 'second', 'third']

test('every thing for which a check throws is named, in order, with what was wrong', async () => {
  const faults = await faultsOf(things, String, async (thing) => {
    if (thing === 'third') throw new Error('is not there')
    expect(thing).toBe('second')
  })
  expect(faults).toEqual([expect.stringMatching(/^first: expected 'first' to be 'second'/), 'third: is not there'])
})

test('values that a message shortens are shown', async () => {
  const list = Array.from({ length: 9 }, (_, i) => ({ name: `name of ${i}` }))
  const [fault] = await faultsOf(['first'], String, () => expect(list).toEqual([]))
  expect(fault).toContain("actual: [ { name: 'name of 0' }, { name: 'name of 1' }")
})
