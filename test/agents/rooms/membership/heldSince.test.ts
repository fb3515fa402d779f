import { array, assert, bigInt, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { heldSince } from '../../../../functions/agents/rooms/membership/heldSince.ts'
import type { ShareTransfer } from '../../../../functions/agents/store/shareTransfers.ts'
import { alice, mallory } from '../../../auth/support.ts'

const wallet = alice.address
const other = mallory.address

/** Transfers in the order in which they happened, as signed changes of the wallet's balance. */
const history = (...changes: readonly bigint[]): ShareTransfer[] =>
  changes
    .map((change, i) => ({
      blockNumber: i,
      logIndex: 0,
      blockTime: 1000 + i,
      ...(change < 0n ? { from: wallet, to: other, value: -change } : { from: other, to: wallet, value: change }),
    }))
    .toReversed()
const held = (balance: bigint, least: bigint, transfers: readonly ShareTransfer[]) => {
  const since = heldSince({ wallet, balance, least, transfers })
  return typeof since === 'string' ? since : since.blockNumber
}

describe('heldSince', () => {
  test('is the transfer that brought the balance to the minimum', () => {
    expect(held(12n, 10n, history(5n, 5n, 2n))).toBe(1)
  })

  test('restarts with every interruption, however short', () => {
    expect(held(20n, 10n, history(20n, -11n, 11n))).toBe(2)
    expect(held(20n, 10n, history(20n, -10n, 10n))).toBe(0)
  })

  test('is before the oldest transfer where the balance was enough by then', () => {
    expect(held(20n, 10n, history(-5n, 5n))).toBe('before')
    expect(held(20n, 10n, [])).toBe('before')
  })

  test('a transfer to oneself changes nothing', () => {
    const self = { blockNumber: 9, logIndex: 0, blockTime: 1, from: wallet, to: wallet, value: 100n }
    expect(held(20n, 10n, [self, ...history(20n)])).toBe(0)
  })

  test('transfers that do not add up are contradictory', () => {
    expect(held(3n, 2n, history(5n))).toBe('contradictory')
  })

  test('agrees with a walk forward through any history', () => {
    const changes = array(
      bigInt({ min: -50n, max: 50n }).filter((change) => change !== 0n),
      { maxLength: 40 },
    )
    assert(
      property(changes, bigInt({ min: 1n, max: 60n }), (given, least) => {
        let balance = 0n
        let since: number | undefined
        const possible = given.filter((change) => {
          if (balance + change < 0n) return false
          balance += change
          return true
        })
        balance = 0n
        for (const [i, change] of possible.entries()) {
          balance += change
          if (balance < least) since = undefined
          else since ??= i
        }
        if (since === undefined) return
        expect(held(balance, least, history(...possible))).toBe(since)
      }),
    )
  })
})
