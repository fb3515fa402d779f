import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildVaultClaimQueuedWithdrawal } from '../../../functions/build/vault/buildVaultClaimQueuedWithdrawal.ts'
import { buildVaultDeposit } from '../../../functions/build/vault/buildVaultDeposit.ts'
import { buildVaultQueueWithdrawal } from '../../../functions/build/vault/buildVaultQueueWithdrawal.ts'
import { buildVaultRedeem } from '../../../functions/build/vault/buildVaultRedeem.ts'
import { buildVaultUnwrap } from '../../../functions/build/vault/buildVaultUnwrap.ts'
import { buildVaultWithdraw } from '../../../functions/build/vault/buildVaultWithdraw.ts'
import { buildVaultWrap } from '../../../functions/build/vault/buildVaultWrap.ts'
import { addresses, contextOver, expectCall, expectEachCall, given, integers, SENDER, toData } from '../properties.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const amount = integers(1n, 2n ** 256n - 1n)

describe('random requests without a node', () => {
  const vault = SENDER
  const context = contextOver({ contracts: { vault } })

  it('deposit', () =>
    expectEachCall({
      requests: fc.record({ amount, receiver: addresses }),
      build: (body) => buildVaultDeposit(given({ vault, ...body }), context),
      means: ({ amount, receiver }) => ({
        to: vault,
        signature: 'deposit(uint256 assets, address receiver)',
        values: [amount, receiver],
      }),
    }))

  it.each([
    ['withdraw(uint256 assets, address receiver, address owner)', buildVaultWithdraw],
    ['redeem(uint256 shares, address receiver, address owner)', buildVaultRedeem],
  ] as const)('%s', (signature, build) =>
    expectEachCall({
      requests: fc.record({ amount, receiver: addresses, owner: addresses }),
      build: (body) => build(given({ vault, ...body }), context),
      means: ({ amount, receiver, owner }) => ({ to: vault, signature, values: [amount, receiver, owner] }),
    }),
  )

  it('queueWithdrawal', () =>
    expectEachCall({
      requests: fc.record({ amount, receiver: addresses }),
      build: (body) => buildVaultQueueWithdrawal(given({ vault, ...body }), context),
      means: ({ amount, receiver }) => ({
        to: vault,
        signature: 'queueWithdrawal(uint256 shares, address receiver)',
        values: [amount, receiver],
      }),
    }))

  it('claimQueuedWithdrawal', async () => {
    const built = toData(await buildVaultClaimQueuedWithdrawal(given({ vault }), context))
    expectCall(built, { to: vault, signature: 'claimQueuedWithdrawal()', values: [] })
    expect(built.data).toMatch(/^0x[0-9a-f]{8}$/)
  })
})

describe('with a node', () => {
  const { anvil, world } = useBorrowedWorld()

  it.each([
    ['wrap(uint256 amount)', buildVaultWrap],
    ['unwrap(uint256 amount)', buildVaultUnwrap],
  ] as const)('%s goes to the wrapper of the vault', async (signature, build) => {
    const { contracts } = world
    const { vault, wrapper } = contracts
    const built = toData(await build(given({ vault, amount: 5_000n }), contextOver({ urls: [anvil.url], contracts })))
    expectCall(built, { to: wrapper, signature, values: [5_000n], mentions: [wrapper, '0.000000000000005'] })
  })
})
