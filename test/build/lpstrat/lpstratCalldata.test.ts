import * as fc from 'fast-check'
import { formatUnits, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { buildLpInitializeApprovals } from '../../../functions/build/lpstrat/buildLpInitializeApprovals.ts'
import { buildLpOwnerEmergencyWithdraw } from '../../../functions/build/lpstrat/buildLpOwnerEmergencyWithdraw.ts'
import { buildLpOwnerEmergencyWithdrawFromLp } from '../../../functions/build/lpstrat/buildLpOwnerEmergencyWithdrawFromLp.ts'
import { buildLpRebalance } from '../../../functions/build/lpstrat/buildLpRebalance.ts'
import { buildLpSetActive } from '../../../functions/build/lpstrat/buildLpSetActive.ts'
import { buildLpSetAutoFeeTier } from '../../../functions/build/lpstrat/buildLpSetAutoFeeTier.ts'
import { buildLpSetDexFactory } from '../../../functions/build/lpstrat/buildLpSetDexFactory.ts'
import { buildLpSetParameters } from '../../../functions/build/lpstrat/buildLpSetParameters.ts'
import { buildLpSetSwapPool } from '../../../functions/build/lpstrat/buildLpSetSwapPool.ts'
import { buildLpSetVault } from '../../../functions/build/lpstrat/buildLpSetVault.ts'
import { buildLpVaultRebalance } from '../../../functions/build/lpstrat/buildLpVaultRebalance.ts'
import { buildLpVaultSetStrategy } from '../../../functions/build/lpstrat/buildLpVaultSetStrategy.ts'
import { refusal } from '../../auth/support.ts'
import { addresses, contextOver, expectCall, expectEachCall, given, integers, toData } from '../properties.ts'
import { soak } from '../../support/soak.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const { anvil, world } = useBorrowedWorld()

const overNode = (demoVaults: readonly `0x${string}`[] = []) =>
  contextOver({ urls: [anvil.url], contracts: world.contracts, demoVaults })

describe('without a node', () => {
  const context = contextOver({ contracts: {} })
  const strategy = addresses
  const flags = fc.boolean()

  it('parameters are those of the request', () =>
    expectEachCall({
      requests: fc.record({
        strategy,
        maxSwapPercent: integers(0n, 100n),
        swapSlippageBps: integers(0n, 2000n),
        depositSlippageBps: integers(0n, 2000n),
        swapPoolFee: integers(0n, 999_999n),
      }),
      build: (body) => buildLpSetParameters(given(body), context),
      means: ({ strategy, maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee }) => ({
        to: strategy,
        signature:
          'setParameters(uint256 maxSwapPercent, uint256 swapSlippageBps, uint256 depositSlippageBps, uint24 swapPoolFee)',
        values: [maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee],
      }),
      runs: 500,
    }))

  it('addresses are those of the request', async () => {
    await expectEachCall({
      requests: fc.record({ strategy, swapPool: addresses }),
      build: (body) => buildLpSetSwapPool(given(body), context),
      means: ({ strategy, swapPool }) => ({
        to: strategy,
        signature: 'setSwapPool(address swapPool)',
        values: [swapPool],
      }),
      runs: 500,
    })
    await expectEachCall({
      requests: fc.record({ strategy, dexFactory: addresses }),
      build: (body) => buildLpSetDexFactory(given(body), context),
      means: ({ strategy, dexFactory }) => ({
        to: strategy,
        signature: 'setDexFactory(address dexFactory)',
        values: [dexFactory],
      }),
      runs: 500,
    })
  })

  it('switches are those of the request', async () => {
    await expectEachCall({
      requests: fc.record({ strategy, active: flags }),
      build: (body) => buildLpSetActive(given(body), context),
      means: ({ strategy, active }) => ({
        to: strategy,
        signature: 'setActive(bool active)',
        values: [active],
        mentions: [strategy, active ? 'active' : 'inactive'],
      }),
      runs: 500,
    })
    await expectEachCall({
      requests: fc.record({ strategy, autoFeeTier: flags }),
      build: (body) => buildLpSetAutoFeeTier(given(body), context),
      means: ({ strategy, autoFeeTier }) => ({
        to: strategy,
        signature: 'setAutoFeeTier(bool autoFeeTier)',
        values: [autoFeeTier],
        mentions: [strategy, autoFeeTier ? 'on' : 'off'],
      }),
      runs: 500,
    })
  })

  it('calls without arguments name the strategy', async () => {
    for (const [build, signature] of [
      [buildLpInitializeApprovals, 'initializeApprovals()'],
      [buildLpRebalance, 'rebalance()'],
      [buildLpOwnerEmergencyWithdrawFromLp, 'ownerEmergencyWithdrawFromCharm()'],
    ] as const)
      await fc.assert(
        fc.asyncProperty(addresses, async (strategy) => {
          expectCall(toData(await build(given({ strategy, allowUnproven: true }), context)), {
            to: strategy,
            signature,
            values: [],
          })
        }),
        { numRuns: soak(40, 200) },
      )
  })
})

describe('with a node', () => {
  it('an amount is described in whole tokens', async () => {
    const { lpStrategy: strategy, vault: to, usdc: token } = world.contracts
    const context = overNode()
    await expectEachCall({
      requests: fc.record({ amount: integers(0n, 2n ** 256n - 1n) }),
      build: ({ amount }) => buildLpOwnerEmergencyWithdraw(given({ strategy, token, to, amount }), context),
      means: ({ amount }) => ({
        to: strategy,
        signature: 'ownerEmergencyWithdraw(address token, address to, uint256 amount)',
        values: [token, to, amount],
        mentions: [strategy, token, to, 'USDC', formatUnits(amount, 6)],
      }),
      runs: 60,
    })
  })

  it('anybody can be named to an LP vault', async () => {
    const { lpVault: vault } = world.contracts
    const context = overNode()
    await expectEachCall({
      requests: fc.record({ strategy: addresses, mode: fc.constantFrom('delegate' as const, 'manager' as const) }),
      build: (body) => buildLpVaultSetStrategy(given({ vault, ...body }), context),
      means: ({ strategy, mode }) => ({
        to: vault,
        signature:
          mode === 'manager' ? 'setManager(address manager)' : 'setRebalanceDelegate(address rebalanceDelegate)',
        values: [strategy],
      }),
      runs: 40,
    })
    expectCall(toData(await buildLpVaultRebalance(given({ vault }), context)), {
      to: vault,
      signature: 'rebalance()',
      values: [],
    })
  })
})

describe('a demo vault', () => {
  it('is not accepted as LP vault, pool, factory or manager, with and without a node, nor is its share token', async () => {
    const { lpStrategyFirst: strategy, lpVault: vault, vault2, shareToken2 } = world.contracts
    for (const [urls, wrongs] of [
      [[], [vault2]],
      [[anvil.url], [vault2, shareToken2]],
    ] as const) {
      const context = contextOver({ urls, contracts: world.contracts, demoVaults: [vault2] })
      for (const wrong of wrongs)
        for (const built of [
          () => buildLpSetVault(given({ strategy, lpVault: wrong }), context),
          () => buildLpSetSwapPool(given({ strategy, swapPool: wrong }), context),
          () => buildLpSetDexFactory(given({ strategy, dexFactory: wrong }), context),
          () => buildLpVaultSetStrategy(given({ vault, strategy: wrong, mode: 'delegate' }), context),
        ])
          expect((await refusal(built())).code).toBe('demo_vault')
    }
  })

  it('is not accepted as strategy or managed LP vault, with and without a node, nor is its share token', async () => {
    const { vault2, shareToken2, lpStrategy } = world.contracts
    for (const [urls, wrongs] of [
      [[], [vault2]],
      [[anvil.url], [vault2, shareToken2]],
    ] as const) {
      const context = contextOver({ urls, contracts: world.contracts, demoVaults: [vault2] })
      for (const wrong of wrongs)
        for (const built of [
          () => buildLpSetActive(given({ strategy: wrong, active: true }), context),
          () => buildLpSetAutoFeeTier(given({ strategy: wrong, autoFeeTier: true }), context),
          () => buildLpRebalance(given({ strategy: wrong }), context),
          () => buildLpVaultRebalance(given({ vault: wrong }), context),
          () => buildLpVaultSetStrategy(given({ vault: wrong, strategy: lpStrategy, mode: 'delegate' }), context),
        ])
          expect((await refusal(built())).code).toBe('demo_vault')
    }
  })

  it('that the registry does not know refuses nothing by the zero address', async () => {
    const { lpStrategyFirst: strategy, usdc } = world.contracts
    const context = overNode([usdc])
    const built = toData(await buildLpSetSwapPool(given({ strategy, swapPool: zeroAddress }), context))
    expect(built.args).toEqual({ swapPool: zeroAddress })
  })

  it('gets nothing of its own strategy', async () => {
    const { lpStrategyFirst: strategy, vault: to, usdc: token } = world.contracts
    const context = overNode([to])
    for (const built of [
      () => buildLpOwnerEmergencyWithdraw(given({ strategy, token, to, amount: 1n }), context),
      () => buildLpOwnerEmergencyWithdrawFromLp(given({ strategy }), context),
    ])
      expect((await refusal(built())).code).toBe('demo_vault')
    expect(toData(await buildLpSetActive(given({ strategy, active: true }), context)).to).toBe(strategy)
  })
})

describe('a configuration', () => {
  it('without a factory of LP vaults, or with another contract in its place, is 503 role_not_configured', async () => {
    const { lpVaultFactory, ...others } = world.contracts
    const { lpStrategyFirst: strategy, lpVault } = world.contracts
    for (const contracts of [others, { ...others, lpVaultFactory: world.contracts.usdc }]) {
      const context = contextOver({ urls: [anvil.url], contracts })
      for (const built of [
        () => buildLpSetVault(given({ strategy, lpVault }), context),
        () => buildLpVaultRebalance(given({ vault: lpVault }), context),
        () => buildLpVaultSetStrategy(given({ vault: lpVault, strategy, mode: 'delegate' }), context),
      ])
        expect((await refusal(built())).code).toBe('role_not_configured')
    }
    expect(toData(await buildLpVaultRebalance(given({ vault: lpVault }), overNode())).to).toBe(lpVault)
    expect(lpVaultFactory).toMatch(/^0x/)
  })
})
