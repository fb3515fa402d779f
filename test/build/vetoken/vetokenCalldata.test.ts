import * as fc from 'fast-check'
import { formatUnits } from 'viem'
import { describe, expect, it } from 'vitest'
import type { World } from '../../../localnet/world/buildWorld.ts'
import { buildVetokenExtend } from '../../../functions/build/vetoken/buildVetokenExtend.ts'
import { buildVetokenIncrease } from '../../../functions/build/vetoken/buildVetokenIncrease.ts'
import { buildVetokenLock } from '../../../functions/build/vetoken/buildVetokenLock.ts'
import { buildVetokenUnlock } from '../../../functions/build/vetoken/buildVetokenUnlock.ts'
import { refusal } from '../../auth/support.ts'
import { addresses, contextOver, expectEachCall, given, integers, SENDER, toData } from '../properties.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const LOCK = 'lock(address token, uint256 amount, uint256 duration)'
const APPROVE = 'approve(address spender, uint256 amount)'
const amount = integers(1n, 2n ** 128n - 1n)
const durationSec = integers(604_800n, 126_144_000n)

/** A duration as a sentence has it: 90061 is `1 day 1 hour 1 minute 1 second`. */
const inWords = (seconds: bigint): string =>
  Object.entries({
    day: seconds / 86_400n,
    hour: (seconds / 3600n) % 24n,
    minute: (seconds / 60n) % 60n,
    second: seconds % 60n,
  })
    .flatMap(([unit, count]) => (count === 0n ? [] : [`${count} ${unit}${count === 1n ? '' : 's'}`]))
    .join(' ')
const lasting = (seconds: bigint): RegExp => new RegExp(` for ${inWords(seconds)}(?:, until [0-9TZ:-]+)?\\.$`)

describe('random requests without a node', () => {
  const veToken = SENDER
  const context = contextOver({ contracts: { veToken } })

  it('lock', () =>
    expectEachCall({
      requests: fc.record({ token: addresses, amount, durationSec }),
      build: (body) => buildVetokenLock(given(body), context),
      means: ({ token, amount, durationSec }) => ({
        to: veToken,
        signature: LOCK,
        values: [token, amount, durationSec],
        mentions: [veToken, token, String(amount)],
        says: lasting(durationSec),
      }),
    }))

  it('extendLock', () =>
    expectEachCall({
      requests: fc.record({ newEnd: integers(126_144_001n, 2n ** 48n - 1n) }),
      build: (body) => buildVetokenExtend(given(body), context),
      means: ({ newEnd }) => ({ to: veToken, signature: 'extendLock(uint256 newEnd)', values: [newEnd] }),
    }))

  it('increaseLock', () =>
    expectEachCall({
      requests: fc.record({ amount }),
      build: (body) => buildVetokenIncrease(given(body), context),
      means: ({ amount }) => ({ to: veToken, signature: 'increaseLock(uint256 amount)', values: [amount] }),
    }))
})

describe('with a node', () => {
  const { anvil, world } = useBorrowedWorld()

  it('the sentence names exact amounts in whole tokens, and the approval is for exactly the amount', () => {
    const { contracts } = world
    const { veToken, shareToken } = contracts
    const context = contextOver({ urls: [anvil.url], contracts })
    return expectEachCall({
      runs: 40,
      requests: fc.record({ from: addresses, amount, durationSec }),
      build: (body) => buildVetokenLock(given(body), context),
      means: ({ amount, durationSec }) => ({
        to: veToken,
        signature: LOCK,
        values: [shareToken, amount, durationSec],
        mentions: [formatUnits(amount, 18), 'AURORA', shareToken, veToken],
        says: lasting(durationSec),
        approvals: [
          {
            to: shareToken,
            signature: APPROVE,
            values: [veToken, amount],
            mentions: [formatUnits(amount, 18), 'AURORA', shareToken, veToken],
          },
        ],
      }),
    })
  })

  it('a configuration without a vote escrow, or with another contract in its place, is 503 role_not_configured', async () => {
    const { veToken, ...others } = world.contracts
    const unlock = (contracts: Partial<World['contracts']>) =>
      buildVetokenUnlock(given({}), contextOver({ urls: [anvil.url], contracts }))
    for (const contracts of [
      others,
      { ...others, veToken: world.contracts.shareToken },
      { ...others, veToken: SENDER },
    ]) {
      expect((await refusal(unlock(contracts))).code).toBe('role_not_configured')
    }
    expect(toData(await unlock(world.contracts)).to).toBe(veToken)
  })
})
