import { expect, test } from 'vitest'
import { ratingLabel } from '../../../shared/domain/agents/summariseFeedback.ts'

test.each([
  [50n, 1, 'Outstanding'],
  [49n, 1, 'Good'],
  [3n, 0, 'Acceptable'],
  [2n * 10n ** 18n, 18, 'Below Average'],
  [1n, 0, 'Poor'],
  [9n, 1, 'Very Poor'],
  [0n, 0, 'Very Poor'],
  [-1n, 18, 'Dispute/Scam'],
  [51n, 1, null],
])('%s with %i decimals in stars is %s', (value, decimals, label) => {
  expect(ratingLabel('technical-review', value, decimals)).toBe(label)
})

test.each(['starred', 'uptime', '', 'Technical-Review'])('%j counts no stars', (tag1) => {
  expect(ratingLabel(tag1, 5n, 0)).toBeNull()
})
