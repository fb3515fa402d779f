import { expect, test } from 'vitest'
import { faultsOf } from './facts.ts'

const subjects = ['first', 'second', 'third']

test('every thing for which a check throws is named, in order, with what was wrong', async () => {
  const faults = await faultsOf(subjects, String, async (subject) => {
    if (subject === 'third') throw new Error('is not there')
    expect(subject).toBe('second')
  })
  expect(faults).toEqual([expect.stringMatching(/^first: expected 'first' to be 'second'/), 'third: is not there'])
})

test('values that a message shortens are shown', async () => {
  const list = Array.from({ length: 9 }, (_, i) => ({ name: `name of ${i}` }))
  const faults = await faultsOf([1, 9], String, (length) => expect(list.slice(0, length)).toEqual([]))
  expect(faults).toEqual([
    expect.stringContaining("actual: [ { name: 'name of 0' } ]"),
    expect.stringContaining("actual: [ { name: 'name of 0' }, { name: 'name of 1' }"),
  ])
})
