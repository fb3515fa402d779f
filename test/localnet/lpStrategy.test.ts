import { maxUint256, parseUnits, zeroAddress } from 'viem'
import { getCode } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import type { Contract } from '../../localnet/world/openChain.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const coins = (amount: string) => parseUnits(amount, 18)
const send = (to: Contract, name: string, args: unknown[] = []) => at().chain.send('owner', to, name, args)
const read = async (from: Contract, name: string) => BigInt(String(await at().chain.read(from, name)))

/** A strategy of its own with an oracle of its own at 0.025 USD, holding coins and dollars. */
async function deploy(generation: 'LpStrategy' | 'FirstLpStrategy') {
  const { vault, creatorCoin, usdc, swapRouter } = at().world.contracts
  const oracle = await at().chain.deploy('Oracle', [addressOf('owner')])
  await send(oracle, 'setPrice', [parseUnits('0.025', 18)])
  const args = [vault, creatorCoin, addressOf('owner'), usdc, swapRouter, oracle.address]
  const strategy = await at().chain.deploy(generation, args)
  await send(at().contract('creatorCoin'), 'transfer', [strategy.address, coins('1000')])
  await send(at().contract('usdc'), 'mint', [strategy.address, 500_000_000n])
  return strategy
}

async function position(strategy: Contract) {
  const [configured, readable, debt, collateral, ratio] = Object(await at().chain.read(strategy, 'getAjnaPosition'))
  return { configured, readable, debt, collateral, ratio }
}

describe('worth', () => {
  test.each(['LpStrategy', 'FirstLpStrategy'] as const)(
    'of a %s: coins and dollars in coins; without a fresh price dollars are nothing',
    async (generation) => {
      const strategy = await deploy(generation)
      expect(await read(strategy, 'getTotalAssets')).toBe(coins('21000'))
      await at().pass(7199)
      expect(await at().chain.read(strategy, 'isValuationReady')).toBe(true)
      await at().pass(100)
      expect(await read(strategy, 'getTotalAssets')).toBe(coins('1000'))
      expect(await at().chain.read(strategy, 'isValuationReady')).toBe(false)
    },
  )

  test('less what is owed, and nothing while a debt has no fresh price beside it', async () => {
    const strategy = await deploy('LpStrategy')
    await send(strategy, 'setAjnaPool', [at().world.contracts.lendpool])
    expect(await position(strategy)).toMatchObject({ configured: true, readable: true, debt: 0n, ratio: maxUint256 })
    await send(strategy, 'setAjnaParameters', [true, coins('10000'), 12_500])
    await send(strategy, 'borrowFromAjna', [400_000_000n, coins('8000'), 3400])
    const { debt, collateral, ratio } = await position(strategy)
    expect(collateral).toBe(400_000_000n)
    // 400 USD are 16 000 coins.
    expect(ratio).toBe((coins('16000') * 10_000n) / debt)
    expect(await read(strategy, 'getTotalAssets')).toBe(coins('29000') - debt)
    await at().pass(7300)
    expect(await read(strategy, 'getTotalAssets')).toBe(0n)
    expect(await position(strategy)).toMatchObject({ collateral: 400_000_000n, ratio: 0n })
    await send(strategy, 'repayToAjna', [maxUint256, 400_000_000n, 7388])
    expect(await read(strategy, 'getTotalAssets')).toBeGreaterThan(coins('990'))
  })
})

describe('rules', () => {
  test('of the loan: a switch, a most, a least collateral, and the right pool', async () => {
    const { lendpool, lpVault } = at().world.contracts
    const strategy = await deploy('LpStrategy')
    const borrow = (pledge: bigint, amount: string) =>
      revertOf(send(strategy, 'borrowFromAjna', [pledge, coins(amount), 7388]))
    await send(strategy, 'setAjnaPool', [lendpool])
    expect(await borrow(1_000_000n, '1')).toBe('BorrowDisabled')
    await send(strategy, 'setAjnaParameters', [true, coins('5000'), 12_500])
    expect(await borrow(400_000_000n, '5000')).toBe('DebtTooHigh')
    expect(await borrow(100_000_000n, '3500')).toBe('CollateralRatioTooLow')
    await send(strategy, 'borrowFromAjna', [100_000_000n, coins('3000'), 7388])
    expect(await revertOf(send(strategy, 'setAjnaPool', [zeroAddress]))).toBe('AjnaPositionOpen')
    const other = await at().chain.deploy('LendingPool', [lpVault, at().world.contracts.usdc, 1n])
    const fresh = await deploy('LpStrategy')
    expect(await revertOf(send(fresh, 'setAjnaPool', [other.address]))).toBe('InvalidAjnaPool')
    const asStranger = at().chain.send('stranger', strategy, 'borrowFromAjna', [0n, 1n, 7388])
    expect(await revertOf(asStranger)).toBe('OwnableUnauthorizedAccount')
  })

  test('of the first generation: its own names for the same rules', async () => {
    const { vault, lpVault, dexFactory } = at().world.contracts
    const strategy = await deploy('FirstLpStrategy')
    await send(strategy, 'setLpVault', [lpVault])
    await send(strategy, 'setDexFactory', [dexFactory])
    await send(strategy, 'setAutoFeeTier', [false])
    expect(await at().chain.read(strategy, 'lpVault')).toBe(lpVault)
    expect(await at().chain.read(strategy, 'dexFactory')).toBe(dexFactory)
    expect(await at().chain.read(strategy, 'autoFeeTier')).toBe(false)
    expect(await revertOf(send(strategy, 'setLpVault', [vault]))).toBe('InvalidCharmVault')
    for (const [setter, value] of [
      ['setLpVault', lpVault],
      ['setDexFactory', dexFactory],
      ['setAutoFeeTier', true],
    ] as const)
      expect(await revertOf(at().chain.send('stranger', strategy, setter, [value]))).toBe('OwnableUnauthorizedAccount')
    const code = await getCode(at().chain.client, strategy)
    for (const selector of ['207c2d3e', '8897854f', 'e08edf5b']) expect(code).toContain(`63${selector}`)
    for (const selector of ['bc6840f9', '59b1707e']) expect(code).not.toContain(`63${selector}`)
  })
})
