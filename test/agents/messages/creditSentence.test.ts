import { expect, test } from 'vitest'
import { creditSentence } from '../../../functions/agents/messages/creditSentence.ts'
import { creditFields, UNITS_PER_CREDIT } from '../../../shared/domain/lottery/amoe/credits.ts'

test.each([
  [0, 'You have 0 credits. A free lottery entry costs 100.'],
  [1, 'You have 1 credit. A free lottery entry costs 100.'],
  [2, 'You have 2 credits. A free lottery entry costs 100.'],
  [100, 'You have 100 credits, enough for 1 free lottery entry. One entry costs 100.'],
  [250, 'You have 250 credits, enough for 2 free lottery entries. One entry costs 100.'],
])('%i credits in words', (credits, words) => {
  expect(creditSentence(creditFields(credits * UNITS_PER_CREDIT))).toBe(words)
})
