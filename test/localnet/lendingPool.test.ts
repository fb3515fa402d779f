import { getAddress, maxUint256, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const send = (role: AccountRole, to: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract(to), name, args)
const read = (from: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.read(at().contract(from), name, args)
const wad = (amount: string) => parseUnits(amount, 18)
const numbers = (value: unknown): bigint[] => (Array.isArray(value) ? value.map(BigInt) : [])
const info = async (name: string, ...args: unknown[]) =>
  read('lendpoolInfo', name, [at().world.contracts.lendpool, ...args])
const borrower = addressOf('borrower')
const draw = (role: AccountRole, amount: bigint, limit: number, pledge: bigint) =>
  send(role, 'lendpool', 'drawDebt', [borrower, amount, limit, pledge])
const repay = (role: AccountRole, amount: bigint, pull: bigint, limit = 7388) =>
  send(role, 'lendpool', 'repayDebt', [borrower, amount, pull, addressOf(role), limit])
const loanOf = async (who: string) => {
  const [debt = 0n, collateral = 0n, t0Np = 0n, thresholdPrice = 0n] = numbers(await info('borrowerInfo', who))
  return { debt, collateral, t0Np, thresholdPrice }
}

describe('prices', () => {
  test('a bucket is worth 1.005 times the next one, to the wei at both ends and in the middle', async () => {
    const price = (index: number) => read('lendpoolInfo', 'indexToPrice', [index])
    expect(await price(0)).toBe(1_004_968_987_606512354182109771n)
    // By powers of two, as the real pool has it, so a little under 1.005.
    expect(await price(4155)).toBe(1_004_999_999_999_999_991n)
    expect(await price(4156)).toBe(wad('1'))
    expect(await price(7388)).toBe(99_836_282_890n)
    expect(await revertOf(price(7389))).toBe('BucketIndexOutOfBounds')
  })

  test('a price is put into the bucket at or above it, and below 1 into the nearest', async () => {
    const index = (price: string) => read('lendpoolInfo', 'priceToIndex', [wad(price)])
    expect(await index('1')).toBe(4156n)
    expect(await index('1.001')).toBe(4155n)
    expect(await index('0.999')).toBe(4156n)
    expect(await index('0.996')).toBe(4157n)
    expect(await revertOf(index('0.00000001'))).toBe('BucketPriceOutOfBounds')
  })
})

describe('the history', () => {
  test('lends from three buckets to two borrowers, whose debts make the pool’s', async () => {
    const { lendpool, lpStrategy, creatorCoin, usdc } = at().world.contracts
    for (const index of [3330, 3372, 3400]) {
      const [lp = 0n, , , deposit = 0n, scale] = numbers(await read('lendpool', 'bucketInfo', [index]))
      expect([lp > 0n, deposit >= lp]).toEqual([true, true])
      expect(Number(scale)).toBeCloseTo(Number((deposit * wad('1')) / lp), -1)
    }
    const [debt = 0n, accrued = 0n, inAuction] = numbers(await read('lendpool', 'debtInfo'))
    expect([debt >= accrued, inAuction]).toEqual([true, 0n])
    const debts = [await loanOf(borrower), await loanOf(lpStrategy)]
    const sum = debts.reduce((total, loan) => total + loan.debt, 0n)
    expect(Number(sum - debt)).toBeLessThanOrEqual(1)
    expect(await read('lendpool', 'pledgedCollateral')).toBe(wad('5950'))
    expect(await info('lupIndex')).toBe(3372n)
    const [, hpbIndex, htp, , , lupIndex] = numbers(await info('poolPricesInfo'))
    expect([hpbIndex, lupIndex]).toEqual([3330n, 3372n])
    expect(Number(htp) / Number(debts[0]?.thresholdPrice)).toBeCloseTo(1, 12)
    const subset = await read('lendpoolFactory', 'ERC20_NON_SUBSET_HASH')
    expect(subset).toBe('0x2263c4378b4920f0bef611a3ff22c506afa4745b3319c50b6d704a874990b8b2')
    expect(await read('lendpoolFactory', 'deployedPools', [subset, usdc, creatorCoin])).toBe(lendpool)
  })
})

describe('borrowing', () => {
  test('pays out raw units for WAD, adds a week of interest as fee, and interest compounds', async () => {
    const { creatorCoin } = at().world.contracts
    const coin = at().chain.at('CreatorCoin', creatorCoin)
    const before = BigInt(String(await at().chain.read(coin, 'balanceOf', [borrower])))
    const { debt } = await loanOf(borrower)
    await draw('borrower', wad('10000'), 3400, 0n)
    expect(await at().chain.read(coin, 'balanceOf', [borrower])).toBe(before + wad('10000'))
    const drawn = await loanOf(borrower)
    // 5 % of a year over 52 weeks; seconds pass between the two blocks.
    expect(Number(drawn.debt - debt) / 1e18).toBeCloseTo(10_000 * (1 + 0.05 / 52), 1)
    await at().pass(365 * 86_400)
    expect(Number((await loanOf(borrower)).debt) / Number(drawn.debt)).toBeCloseTo(Math.exp(0.05), 8)
    const [debtNow = 0n, accrued = 0n] = numbers(await read('lendpool', 'debtInfo'))
    expect(Number(debtNow) / Number(accrued)).toBeCloseTo(Math.exp(0.05), 8)
    const deposits = async () => BigInt(String(await read('lendpool', 'depositSize')))
    const lent = await deposits()
    await send('borrower', 'lendpool', 'repayDebt', [borrower, 2n, 0n, borrower, 7388])
    // Lenders get 85 % of the interest, the rest stays as reserves; a second may pass before the repayment is mined.
    expect(Number((await deposits()) - lent) / Number(debtNow - accrued)).toBeCloseTo(0.85, 6)
  })

  test('all can be repaid with the largest number, and all collateral taken back', async () => {
    await repay('borrower', maxUint256, wad('4750'))
    expect(await loanOf(borrower)).toEqual({ debt: 0n, collateral: 0n, t0Np: 0n, thresholdPrice: 0n })
    expect(await revertOf(repay('borrower', 1n, 0n))).toBe('NoDebt')
  })

  test('anyone pledges and repays for another; the lowest price lent follows the debt', async () => {
    const { usdc, creatorCoin, lendpool } = at().world.contracts
    await at().chain.send('owner', at().chain.at('Usdc', usdc), 'mint', [addressOf('stranger'), 10n ** 9n])
    for (const token of [at().chain.at('Usdc', usdc), at().chain.at('CreatorCoin', creatorCoin)])
      await at().chain.send('stranger', token, 'approve', [lendpool, maxUint256])
    await draw('stranger', 0n, 7388, wad('100'))
    await repay('stranger', wad('100000'), 0n)
    expect((await loanOf(borrower)).collateral).toBe(wad('4850'))
    expect(await info('lupIndex')).toBe(3330n)
  })

  test('each rule names what it refuses', async () => {
    expect(await revertOf(draw('borrower', 0n, 3400, 10n ** 12n - 1n))).toBe('InvalidAmount')
    expect(await revertOf(draw('stranger', 1n, 3400, 0n))).toBe('BorrowerNotSender')
    expect(await revertOf(draw('borrower', wad('9000000'), 7388, 0n))).toBe('InsufficientLiquidity')
    expect(await revertOf(draw('borrower', wad('1'), 3371, 0n))).toBe('LimitIndexExceeded')
    expect(await revertOf(draw('borrower', wad('1'), 7389, 0n))).toBe('BucketIndexOutOfBounds')
    expect(await revertOf(repay('borrower', 1n, 0n))).toBe('InvalidAmount')
    expect(await revertOf(draw('borrower', wad('200000'), 7388, 0n))).toBe('BorrowerUnderCollateralized')
    expect(await revertOf(repay('stranger', 0n, wad('1')))).toBe('BorrowerNotSender')
    expect(await revertOf(repay('borrower', 0n, wad('4000')))).toBe('InsufficientCollateral')
    expect(await revertOf(repay('borrower', 0n, wad('1'), 3371))).toBe('LimitIndexExceeded')
    expect(await revertOf(repay('borrower', 0n, 0n))).toBe('InvalidAmount')
    const expiry = (await at().now()) + 60
    const lend = (index: number) => send('owner', 'lendpool', 'addQuoteToken', [wad('1'), index, expiry])
    expect(await revertOf(lend(0))).toBe('InvalidIndex')
    expect(await revertOf(lend(7389))).toBe('BucketIndexOutOfBounds')
  })
})

describe('liquidation', () => {
  const kick = (limit = 7388) => send('owner', 'lendpool', 'kick', [borrower, limit])

  test('begins for a loan that is not covered, against a bond, and closes the loan to its borrower', async () => {
    expect(await revertOf(kick())).toBe('BorrowerOk')
    await at().pass(20 * 365 * 86_400)
    expect(await revertOf(kick(0))).toBe('LimitIndexExceeded')
    const available = async () => BigInt(String(await info('availableQuoteTokenAmount')))
    const [before, { debt }] = [await available(), await loanOf(borrower)]
    await kick()
    const [kicker, factor = 0n, bond = 0n, since] = z
      .array(z.unknown())
      .parse(await read('lendpool', 'auctionInfo', [borrower]))
    expect([kicker, since]).toEqual([addressOf('owner'), BigInt(await at().now())])
    // (1.04 + √0.05 / 2 - 1) / 10 of the debt, which is below 3 %.
    expect(Number(factor) / 1e18).toBeCloseTo((0.04 + Math.sqrt(0.05) / 2) / 10, 9)
    expect(Number(bond) / Number(debt)).toBeCloseTo((0.04 + Math.sqrt(0.05) / 2) / 10, 7)
    // A bond is held for its sender: none of it can be borrowed.
    expect(await available()).toBe(before)
    const [, , inAuction] = numbers(await read('lendpool', 'debtInfo'))
    expect(Number(inAuction) / Number(debt)).toBeCloseTo(1, 7)
    expect(await revertOf(kick())).toBe('AuctionActive')
    expect(await revertOf(draw('borrower', 1n, 7388, wad('1')))).toBe('AuctionActive')
    expect(await revertOf(repay('borrower', wad('1'), 0n))).toBe('AuctionActive')
  })
})

describe('factories', () => {
  test('make one lending pool for a pair, at 1 % to 10 %, and know their LP vaults', async () => {
    const { usdc, creatorCoin, creatorCoin2, lpVault, v3Pool } = at().world.contracts
    const deploy = (quote: string, rate: string) =>
      send('owner', 'lendpoolFactory', 'deployPool', [usdc, quote, wad(rate)])
    expect(await revertOf(deploy(creatorCoin, '0.05'))).toBe('PoolAlreadyExists')
    expect(await revertOf(deploy(creatorCoin2, '0.11'))).toBe('PoolInterestRateInvalid')
    expect(await revertOf(deploy(usdc, '0.05'))).toBe('DeployQuoteCollateralSameToken')
    await deploy(creatorCoin2, '0.1')
    expect(await read('lendpoolFactory', 'getDeployedPoolsList')).toHaveLength(2)
    expect(await read('lpVaultFactory', 'isVault', [lpVault])).toBe(true)
    expect(await read('lpVaultFactory', 'isVault', [v3Pool])).toBe(false)
    expect(getAddress(String(await read('lpVaultFactory', 'vaults', [0])))).toBe(lpVault)
  })
})
