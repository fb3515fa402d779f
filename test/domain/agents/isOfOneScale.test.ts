import { expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { isOfOneScale, sumsOf } from '../../../shared/domain/agents/summariseFeedback.ts'

const entry = (tag1: string, isRevoked = false) => ({
  client: addressOf('voter'),
  feedbackIndex: 1n,
  value: 80n,
  valueDecimals: 0,
  tag1,
  tag2: '',
  isRevoked,
})

test.each([
  ['no feedback', [], false],
  ['one tag', [entry('starred'), entry('starred')], true],
  ['no tag', [entry(''), entry('')], true],
  ['two tags', [entry('starred'), entry('technical-review')], false],
  ['a tag and none', [entry('starred'), entry('')], false],
  ['a second tag that is revoked', [entry('starred'), entry('technical-review', true)], true],
])('tells whether feedback with %s is of one scale', (_, entries, isOne) => {
  expect(isOfOneScale(sumsOf(entries))).toBe(isOne)
})
