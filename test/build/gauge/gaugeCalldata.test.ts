import * as fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { dividePower } from '../../../shared/domain/gauge/mergeVotes.ts'
import { buildGaugeResetVotes } from '../../../functions/build/gauge/buildGaugeResetVotes.ts'
import { buildGaugeVote } from '../../../functions/build/gauge/buildGaugeVote.ts'
import { refusal } from '../../auth/support.ts'
import { addresses, contextOver, expectCall, expectEachCall, given, integers, SENDER, toData } from '../properties.ts'

const gaugeVoting = SENDER
const context = contextOver({ contracts: { gaugeVoting } })

/** One to ten votes; some name the same vault twice. */
const votes = fc.array(addresses, { minLength: 1, maxLength: 10 }).chain((vaults) =>
  fc.array(fc.record({ vault: fc.constantFrom(...vaults), weight: integers(1n, 2n ** 252n) }), {
    minLength: 1,
    maxLength: 10,
  }),
)

it('random votes: each vault once, in the order in which it came first, with the sum of its weights', () =>
  expectEachCall({
    runs: 500,
    requests: votes.map((list) => ({
      vaults: list.map(({ vault }) => vault),
      weights: list.map(({ weight }) => weight),
      claim: 'needed' as const,
    })),
    build: (body) => buildGaugeVote(given(body), context),
    means: ({ vaults, weights }) => {
      const once = [...new Set(vaults.map((vault) => vault.toLowerCase()))]
      const sums = once.map((vault) =>
        weights.filter((_, i) => vaults[i]?.toLowerCase() === vault).reduce((sum, weight) => sum + weight, 0n),
      )
      return {
        to: gaugeVoting,
        signature: 'vote(address[] vaults, uint256[] weights)',
        values: [once.map((vault) => getAddress(vault)), sums],
      }
    },
  }))

it('a reset', async () => {
  expectCall(toData(await buildGaugeResetVotes(given({}), context)), {
    to: gaugeVoting,
    signature: 'resetVotes()',
    values: [],
  })
})

it('power is divided without a rest, in proportion to the weights', () => {
  fc.assert(
    fc.property(
      integers(1n, 2n ** 90n),
      fc.array(integers(1n, 2n ** 128n), { minLength: 1, maxLength: 10 }),
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

it('without a gauge in the configuration nothing is built', async () => {
  const body = given({ vaults: [SENDER], weights: [1n], claim: 'needed' as const })
  expect((await refusal(buildGaugeVote(body, contextOver({ contracts: {} })))).code).toBe('role_not_configured')
})
