import { maxUint256 } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedRepayment } from '../../../schema/build/lendpoolCalldata.ts'
import { setTime } from '../support.ts'
import { dollars, startLendNet, wad } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedRepayment, 'repay', 'borrower')

const net = useNet(() => start())
beforeEach(() => net.proxy.reset())

const borrower = addressOf('borrower')
const stranger = addressOf('stranger')
const body = (changes: object = {}) => ({
  pool: net.lendpool.address,
  borrower,
  maxQuoteTokenAmountToRepay: String(wad('1000')),
  limitIndex: 3400,
  ...changes,
})

describe('happy', () => {
  it('repays a part of another’s loan with an exact approval, and the API shows that debt shrink', async () => {
    const { lpStrategy } = net.world.contracts
    const before = await net.strategyAt(0n)
    const built = await net.built(body({ borrower: lpStrategy, from: stranger }))
    expect(built).toMatchObject({
      to: net.lendpool.address,
      value: '0',
      function: 'repayDebt(address,uint256,uint256,address,uint256)',
      args: {
        borrowerAddress: lpStrategy,
        maxQuoteTokenAmountToRepay: String(wad('1000')),
        collateralAmountToPull: '0',
        collateralReceiver: lpStrategy,
        limitIndex: '3400',
      },
      approvals: [{ to: net.coin.address, args: { spender: net.lendpool.address, amount: String(wad('1000')) } }],
      issues: [],
      simulation: { status: 'ok' },
      quoteAmount: { wad: String(wad('1000')), baseUnits: String(wad('1000')), amount: '1000' },
      collateralAmount: null,
      mostToPay: String(wad('1000')),
      warnings: [],
    })
    for (const part of [
      `Repay up to 1000 AURORA (${net.coin.address}) (1000000000000000000000 in WAD, token scale 1)`,
      `of the debt of ${lpStrategy} to the lending pool ${net.lendpool.address}`,
      `send no collateral to ${lpStrategy}`,
      '(bucket 3400)',
    ])
      expect(built.description).toContain(part)
    const { lendpool } = await net.strategyAt(await net.sent('stranger', built))
    expect((Number(before.lendpool?.debt) - Number(lendpool?.debt)) / 1e18).toBeCloseTo(1000, 0)
  })

  it('withdraws collateral with it, to the given receiver', async () => {
    const [before, held] = [await net.built(body()), await net.balanceOf(net.usdc, 'stranger')]
    const built = await net.built(
      body({ collateralAmountToPull: String(wad('50') + 7n), collateralReceiver: stranger.toLowerCase() }),
    )
    expect(built).toMatchObject({
      issues: [],
      args: { collateralReceiver: stranger },
      collateralAmount: {
        requestedWad: String(wad('50') + 7n),
        wad: String(wad('50')),
        baseUnits: String(dollars('50')),
      },
      warnings: [expect.stringContaining('collateralAmountToPull: 50000000000000000007 is not a multiple')],
    })
    await net.sent('borrower', built)
    expect((await net.balanceOf(net.usdc, 'stranger')) - held).toBe(dollars('50'))
    const { loan } = await net.built(body())
    expect(BigInt(before.loan?.collateralWad ?? 0) - BigInt(loan?.collateralWad ?? 0)).toBe(wad('50'))
    expect(loan?.collateralWad).toBe(built.loanAfter?.collateralWad)
  })

  it('says that without a limit there is none', async () => {
    const built = await net.built(body({ limitIndex: undefined }))
    expect(built).toMatchObject({ limitIndex: '7388', limitPriceWad: '99836282890' })
    expect(built.warnings).toEqual([expect.stringMatching(/^limitIndex is the default: bucket 7388 sets no limit/)])
  })

  it('repays all: the approval covers the interest of the time that is stated, and not much more', async () => {
    const { lpStrategy } = net.world.contracts
    const built = await net.built(body({ borrower: lpStrategy, from: stranger, maxQuoteTokenAmountToRepay: 'max' }))
    expect(built).toMatchObject({
      args: { maxQuoteTokenAmountToRepay: String(maxUint256) },
      interestMarginSec: 3600,
      issues: [],
      loanAfter: { debtWad: '0', collateralizationBps: null },
      approvals: [{ args: { amount: built.mostToPay } }],
      warnings: [expect.stringMatching(/^The debt grows every second: .* within the next 3600 seconds/)],
    })
    const [now, most] = [Number(built.quoteAmount?.wad), Number(built.mostToPay)]
    const hour = Math.exp((0.05 * 3600) / 31_536_000) - 1
    expect((most - now) / now / hour).toBeGreaterThan(1)
    expect((most - now) / now / hour).toBeLessThan(1.2)
    // Mined at the end of that time, at the last second that was promised.
    const { timestamp } = await net.chain.latest()
    await setTime(net, timestamp + 3590n)
    const { lendpool } = await net.strategyAt(await net.sent('stranger', built))
    expect(lendpool).toMatchObject({ debt: '0', collateralRatioBps: null })
  })

  it('repays all of a debt in a token of 6 decimals, rounded up to what the pool takes', async () => {
    const pool = await net.dollarPool()
    await net.giveDollars('bidder', '1000')
    const lender = net.chain
    await lender.send('bidder', net.coin, 'approve', [pool.address, maxUint256])
    const bidder = addressOf('bidder')
    await lender.send('bidder', pool, 'drawDebt', [bidder, wad('100'), 4940, wad('10000')])
    const built = await net.built({
      pool: pool.address,
      borrower: bidder,
      from: bidder,
      maxQuoteTokenAmountToRepay: 'max',
    })
    const most = BigInt(built.mostToPay ?? 0)
    // The fee of a week and the interest of an hour, on 100 dollars.
    expect(Number(most) / 1e6).toBeCloseTo(100 * (1 + 0.05 / 52 + (0.05 * 1.1 * 3600) / 31_536_000), 4)
    expect(BigInt(built.quoteAmount?.baseUnits ?? 0)).toBeLessThan(most)
    await net.sent('bidder', built)
    const [debt] = [(await net.built({ pool: pool.address, borrower: bidder, maxQuoteTokenAmountToRepay: 'max' })).loan]
    expect(debt?.debtWad).toBe('0')
  })
})

describe('what only the chain knows', () => {
  it.each([
    ['a repayment of no debt', () => body({ borrower: stranger }), ['no_debt'], 'NoDebt'],
    [
      'collateral that the loan does not have',
      () => body({ collateralAmountToPull: String(wad('100000')) }),
      ['insufficient_collateral'],
      'InsufficientCollateral',
    ],
    ['a limit above the price', () => body({ limitIndex: 3300 }), ['limit_price_exceeded'], 'LimitIndexExceeded'],
    [
      'collateral of somebody else’s loan',
      () => body({ from: stranger, collateralAmountToPull: String(wad('1')) }),
      ['borrower_not_sender'],
      'BorrowerNotSender',
    ],
  ] as const)('reports %s; sent anyway, it reverts with that error', async (_, request, codes, reverts) => {
    const built = await net.built(request())
    await net.expectRevert(built.from === stranger ? 'stranger' : 'borrower', built, codes, reverts)
  })

  it('reports collateral that the rest of the debt still needs', async () => {
    const built = await net.built(body({ collateralAmountToPull: String(wad('4000')) }))
    await net.expectRevert('borrower', built, ['insufficient_collateral'], 'InsufficientCollateral')
  })

  it('reports a sender that holds less than it is to pay', async () => {
    const held = await net.balanceOf(net.coin, 'agent')
    await net.chain.send('agent', net.coin, 'transfer', [stranger, held])
    const built = await net.built(body({ from: addressOf('agent') }))
    await net.expectRevert('agent', built, ['insufficient_balance'], 'ERC20InsufficientBalance')
  })

  it('reports less than the token can pay, and a rest that the token cannot pay', async () => {
    const pool = await net.dollarPool()
    const bidder = addressOf('bidder')
    await net.chain.send('bidder', pool, 'drawDebt', [bidder, wad('100'), 4940, 0])
    const ask = (amount: string) =>
      net.built({ pool: pool.address, borrower: bidder, from: bidder, maxQuoteTokenAmountToRepay: amount })
    await net.expectRevert('bidder', await ask('999999999999'), ['amount_below_scale'], 'InvalidAmount')
    const { loan } = await ask('max')
    // All but a part of the last base unit: the debt begins with 100.096153846… dollars.
    const dust = await ask(loan?.debtWad ?? '')
    expect(dust.issues).toMatchObject([{ code: 'debt_is_dust', reverts: 'DustAmountNotExceeded' }])
    expect(dust.simulation).toMatchObject({ status: 'revert', error: { name: 'DustAmountNotExceeded' } })
  })

  it('reports a rest below a tenth of the mean, once there are ten loans', async () => {
    const pool = await net.openSmallLoans(10)
    const bidder = addressOf('bidder')
    const ask = (amount: string) =>
      net.built({ pool: pool.address, borrower: bidder, from: bidder, maxQuoteTokenAmountToRepay: String(wad(amount)) })
    await net.expectRevert('bidder', await ask('99.5'), ['debt_below_minimum'], 'AmountLTMinDebt')
    expect((await ask('90')).issues).toEqual([])
    expect((await ask('200')).issues).toEqual([])
  })

  it('reports that a loan in liquidation is closed', async () => {
    const { timestamp } = await net.chain.latest()
    // Interest of 20 years makes the debt e times as much: more than the collateral covers.
    await setTime(net, timestamp + 20n * 31_536_000n)
    await net.chain.send('owner', net.lendpool, 'kick', [borrower, 7388])
    await net.expectRevert(
      'borrower',
      await net.built(body({ limitIndex: 7388 })),
      ['loan_in_auction'],
      'AuctionActive',
    )
  })
})

describe('nodes', () => {
  it('answers the calldata when no node does', async () => {
    net.proxy.mode = 'drop'
    const built = await net.built(body({ maxQuoteTokenAmountToRepay: 'max' }))
    expect(built).toMatchObject({
      args: { maxQuoteTokenAmountToRepay: String(maxUint256), collateralReceiver: borrower },
      issues: [{ code: 'chain_unreachable' }],
      approvals: [],
      mostToPay: null,
      loan: null,
      asOf: null,
    })
    expect(built.description).toContain(
      `Repay the whole debt of ${borrower} to the lending pool ${net.lendpool.address}`,
    )
  })
})

describe('what the request proves', () => {
  it.each([
    [{ maxQuoteTokenAmountToRepay: '0' }, /^invalid_request: maxQuoteTokenAmountToRepay: must be between 1 and/],
    [{ maxQuoteTokenAmountToRepay: 'all' }, /^invalid_request: maxQuoteTokenAmountToRepay: ./],
    [{ limitIndex: 7389 }, /^invalid_request: limitIndex: must be between 0 and 7388/],
    [
      { limitPriceWad: '1000000000000000000' },
      /^invalid_request: limitPriceWad: must not be given together with limitIndex/,
    ],
    [
      { collateralReceiver: '0x0000000000000000000000000000000000000000' },
      /^invalid_request: collateralReceiver: must not be the zero address/,
    ],
  ])('refuses %j', async (changes, message) => {
    await net.expectRefused(body(changes), message)
  })

  it('refuses an address that is not a pool of the factory', async () => {
    await net.expectRefused(
      body({ pool: net.world.contracts.lendpoolAuth }),
      /^invalid_request: pool: .* is not a lending pool/,
    )
  })
})
