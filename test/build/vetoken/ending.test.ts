import { numberToHex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { endingOf, learnedEnding } from '../../../functions/build/vetoken/ending.ts'

describe('the ending of a lock', () => {
  const escrow = {
    now: 1_790_000_000n,
    lock: { amount: 0n, end: 0n },
    minDuration: null,
    maxDuration: 126_144_000n,
    weekFloored: 'unknown',
    token: { address: zeroAddress, symbol: null, decimals: null },
    vaultOfToken: null,
    balance: null,
    allowance: null,
  } as const
  const requested = escrow.now + 31_536_000n
  const power = (end: bigint, max = 126_144_000n) => numberToHex((10n ** 18n * (end - escrow.now)) / max, { size: 32 })

  it('is not known before the call was run, and then as it was run', () => {
    const floored = requested - (requested % 604_800n)
    expect(endingOf(escrow, requested, 10n ** 18n)).toEqual({ end: null, weekFloored: 'unknown', power: null })
    expect(learnedEnding(escrow, requested, 10n ** 18n, power(floored))).toMatchObject({
      end: floored,
      weekFloored: 'yes',
    })
    expect(learnedEnding(escrow, requested, 10n ** 18n, power(requested))).toMatchObject({
      end: requested,
      weekFloored: 'no',
    })
  })

  it.each(['0x', '0x01', `0x${'ff'.repeat(64)}`] as const)('is not learned from %s', (returned) => {
    expect(learnedEnding(escrow, requested, 10n ** 18n, returned)).toEqual(endingOf(escrow, requested, 10n ** 18n))
  })

  it('is not learned where the longest duration is not known, but the power is', () => {
    const silent = { ...escrow, maxDuration: null }
    expect(learnedEnding(silent, requested, 10n ** 18n, power(requested))).toEqual({
      end: null,
      weekFloored: 'unknown',
      power: BigInt(power(requested)),
    })
  })
})
