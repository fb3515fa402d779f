import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dividePower } from '../../../functions/build/gauge/mergeVotes.ts'

it('power is divided without a rest, in proportion to the weights', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 2n ** 90n }),
      fc.array(fc.bigInt({ min: 1n, max: 2n ** 128n }), { minLength: 1, maxLength: 10 }),
      (power, weights) => {
        const parts = dividePower(power, weights)
        const sum = weights.reduce((total, weight) => total + weight, 0n)
        expect(parts.reduce((total, part) => total + part, 0n)).toBe(power)
        parts.forEach((part, i) => {
          const exact = power * (weights[i] ?? 0n)
          const rest = i === 0 ? BigInt(weights.length) : 1n
          expect(part * sum > exact - sum && part * sum < exact + rest * sum).toBe(true)
        })
      },
    ),
  )
})
