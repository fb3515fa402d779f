import { maxUint256 } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedBorrow } from '../../../schema/build/lendpoolCalldata.ts'
import { setTime } from '../support.ts'
import { dollars, startLendNet, wad } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedBorrow, 'borrow', 'agent')

const net = useNet(() => start())
beforeAll(() => net.giveDollars('agent', '40000'))
beforeEach(() => net.proxy.reset())

const agent = addressOf('agent')
const stranger = addressOf('stranger')
const body = (changes: object = {}) => ({
  pool: net.lendpool.address,
  borrower: agent,
  amountToBorrow: String(wad('1000')),
  limitIndex: '3400',
  collateralToPledge: String(wad('100')),
  ...changes,
})

describe('happy', () => {
  it('approves and pledges in base units, borrows in WAD, and the next answer shows the loan', async () => {
    const built = await net.built(body())
    expect(built).toMatchObject({
      to: net.lendpool.address,
      value: '0',
      from: agent,
      function: 'drawDebt(address,uint256,uint256,uint256)',
      args: {
        borrowerAddress: agent,
        amountToBorrow: String(wad('1000')),
        limitIndex: '3400',
        collateralToPledge: String(wad('100')),
      },
      approvals: [{ to: net.usdc.address, args: { spender: net.lendpool.address, amount: String(dollars('100')) } }],
      issues: [],
      simulation: { status: 'ok' },
      quoteToken: { address: net.coin.address, symbol: 'AURORA', decimals: 18, scale: '1' },
      collateralToken: { address: net.usdc.address, decimals: 6, scale: '1000000000000' },
      quoteAmount: {
        requestedWad: String(wad('1000')),
        wad: String(wad('1000')),
        baseUnits: String(wad('1000')),
        amount: '1000',
      },
      collateralAmount: { wad: String(wad('100')), baseUnits: String(dollars('100')), amount: '100' },
      lupIndex: '3372',
      loan: { debtWad: '0', collateralWad: '0', collateralizationBps: null },
      warnings: [],
    })
    // 5 % of a year over 52 weeks.
    expect(Number(built.originationFeeWad) / 1e18).toBeCloseTo((1000 * 0.05) / 52, 12)
    expect(Number(built.limitPriceWad) / 1e18).toBeCloseTo(1.005 ** 756, 9)
    for (const part of [
      `Borrow 1000 AURORA (${net.coin.address}) (1000000000000000000000 in WAD, token scale 1)`,
      `(${net.usdc.address}) (100000000000000000000 in WAD, token scale 1000000000000) of collateral`,
      `the lending pool ${net.lendpool.address} for ${agent}`,
      '(bucket 3400)',
    ])
      expect(built.description).toContain(part)

    const coins = await net.balanceOf(net.coin, 'agent')
    await net.sent('agent', built)
    expect((await net.balanceOf(net.coin, 'agent')) - coins).toBe(wad('1000'))
    const { loan } = await net.built(body())
    expect(loan?.collateralWad).toBe(String(wad('100')))
    expect(Number(loan?.debtWad) / Number(built.loanAfter?.debtWad)).toBeCloseTo(1, 7)
  })

  it('moves the lowest utilized price, as the read of a strategy that borrows there shows', async () => {
    const before = await net.strategyAt(0n)
    expect(before.lendpool?.lupIndex).toBe('3372')
    const built = await net.built(
      body({ amountToBorrow: String(wad('640000')), collateralToPledge: String(wad('20000')) }),
    )
    expect(built.issues).toEqual([])
    const { lendpool } = await net.strategyAt(await net.sent('agent', built))
    expect(lendpool?.lupIndex).toBe('3400')
    expect(lendpool?.lupWad).toBe(built.limitPriceWad)
  })

  it('takes the limit as a price: the last bucket that is not cheaper', async () => {
    const { limitPriceWad, limitPrice, limitIndex } = await net.built(body())
    const again = await net.built(body({ limitIndex: undefined, limitPrice }))
    expect([again.limitIndex, again.limitPriceWad]).toEqual([limitIndex, limitPriceWad])
    const price = BigInt(limitPriceWad)
    const at = async (value: bigint) =>
      (await net.built(body({ limitIndex: undefined, limitPriceWad: String(value) }))).limitIndex
    expect([await at(price), await at(price + 1n), await at(price - 1n)]).toEqual([limitIndex, '3399', '3400'])
    expect(await at(wad('1'))).toBe('4156')
  })

  it('rounds to what a token of 6 decimals can pay, and says so', async () => {
    const pool = await net.dollarPool()
    const built = await net.built({
      pool: pool.address,
      borrower: agent,
      amountToBorrow: String(wad('100') + 1n),
      collateralToPledge: String(wad('10000')),
      limitIndex: 4940,
    })
    expect(built).toMatchObject({
      issues: [],
      quoteAmount: {
        requestedWad: String(wad('100') + 1n),
        wad: String(wad('100')),
        baseUnits: String(dollars('100')),
      },
      warnings: [
        expect.stringMatching(/^amountToBorrow: 100000000000000000001 is not a multiple of the token's scale/),
      ],
    })
    const held = await net.balanceOf(net.usdc, 'agent')
    await net.sent('agent', built)
    expect((await net.balanceOf(net.usdc, 'agent')) - held).toBe(dollars('100'))

    const tiny = { pool: pool.address, borrower: agent, amountToBorrow: '999999999999', limitIndex: 4940 }
    expect((await net.built({ ...tiny, collateralToPledge: '1' })).warnings).toEqual([
      "amountToBorrow: 999999999999 is not a multiple of the token's scale 1000000000000, so the pool rounds it down to 0.",
    ])
    const dust = await net.built(tiny)
    await net.expectRevert('agent', dust, ['amount_below_scale'], 'InvalidAmount')
  })

  it('warns if the limit bounds nothing, and if the collateral barely covers the debt', async () => {
    const built = await net.built(
      body({
        limitIndex: 7388,
        amountToBorrow: String(wad('900')),
        collateralToPledge: String(wad('23')),
        borrower: stranger,
        from: stranger,
      }),
    )
    expect(built.warnings).toEqual([
      expect.stringContaining('bucket 7388 sets no limit'),
      expect.stringMatching(/^After the call the collateral is worth 1(0[4-9]|1[0-4])\.?[0-9]* % of the debt/),
    ])
  })
})

describe('what only the chain knows', () => {
  it.each([
    [
      'more than the pool has',
      { amountToBorrow: String(wad('9000000')), collateralToPledge: '0' },
      ['insufficient_liquidity', 'under_collateralized'],
      'InsufficientLiquidity',
    ],
    ['a loan for somebody else', { borrower: stranger }, ['borrower_not_sender'], 'BorrowerNotSender'],
    ['a limit above the price', { limitIndex: 3371 }, ['limit_price_exceeded'], 'LimitIndexExceeded'],
    [
      'too little collateral',
      { borrower: stranger, from: stranger, amountToBorrow: String(wad('5000')), collateralToPledge: '0' },
      ['under_collateralized'],
      'BorrowerUnderCollateralized',
    ],
    [
      'collateral that the sender does not have',
      { collateralToPledge: String(wad('1000000')) },
      ['insufficient_balance'],
      'ERC20InsufficientBalance',
    ],
  ] as const)('reports %s; sent anyway, it reverts with that error', async (_, changes, codes, reverts) => {
    const built = await net.built(body(changes))
    await net.expectRevert(built.from === stranger ? 'stranger' : 'agent', built, codes, reverts)
  })

  it('reports a price that this very call brings below the limit', async () => {
    // 20000 coins are lent at bucket 3400 and nothing below; what is lent above it is taken already.
    const { lupIndex } = await net.built(body())
    expect(lupIndex).toBe('3400')
    await net.chain.send('bidder', net.coin, 'approve', [net.lendpool.address, maxUint256])
    const { timestamp } = await net.chain.latest()
    await net.chain.send('bidder', net.lendpool, 'addQuoteToken', [wad('50000'), 3500, timestamp + 3600n])
    const built = await net.built(
      body({ amountToBorrow: String(wad('30000')), collateralToPledge: String(wad('5000')) }),
    )
    await net.expectRevert('agent', built, ['limit_price_exceeded'], 'LimitIndexExceeded')
  })

  it('reports collateral that is too little only at the price that this very call leads to', async () => {
    const request = { borrower: stranger, from: stranger, limitIndex: 7388, amountToBorrow: String(wad('30000')) }
    await net.giveDollars('stranger', '2000')
    // Enough at bucket 3400, 43.4 coins, not at 3500, 26.4 coins.
    const built = await net.built(body({ ...request, collateralToPledge: String(wad('1000')) }))
    expect(built.loanAfter?.collateralizationBps).toMatch(/^1[0-9]{4}$/)
    await net.expectRevert('stranger', built, ['under_collateralized'], 'BorrowerUnderCollateralized')
  })

  it('reports a debt below a tenth of the mean, once there are ten loans', async () => {
    const pool = await net.openSmallLoans(10)
    const ask = (amount: string) =>
      net.built({
        pool: pool.address,
        borrower: stranger,
        from: stranger,
        amountToBorrow: String(wad(amount)),
        collateralToPledge: String(wad('1000')),
        limitIndex: 4940,
      })
    await net.expectRevert('stranger', await ask('1'), ['debt_below_minimum'], 'AmountLTMinDebt')
    expect((await ask('3')).issues).toEqual([])
  })

  it('reports that a loan in liquidation is closed', async () => {
    const built = await net.built(
      body({
        borrower: stranger,
        from: stranger,
        limitIndex: 7388,
        collateralToPledge: String(wad('1000')),
        amountToBorrow: String(wad('24000')),
      }),
    )
    expect(built.issues).toEqual([])
    await net.sent('stranger', built)
    const { timestamp } = await net.chain.latest()
    await setTime(net, timestamp + 4n * 31_536_000n)
    await net.chain.send('owner', net.lendpool, 'kick', [stranger, 7388])
    const closed = await net.built(
      body({
        borrower: stranger,
        from: stranger,
        limitIndex: 7388,
        amountToBorrow: '1',
        collateralToPledge: String(wad('500')),
      }),
    )
    await net.expectRevert('stranger', closed, ['loan_in_auction'], 'AuctionActive')
  })
})

describe('what the request proves', () => {
  it.each([
    [{ amountToBorrow: '0' }, /^invalid_request: amountToBorrow: must be between 1 and/],
    [{ limitIndex: 7389 }, /^invalid_request: limitIndex: must be between 0 and 7388/],
    [
      { limitIndex: undefined },
      /^invalid_request: limitIndex: is required unless limitPriceWad or limitPrice is given/,
    ],
    [
      { limitPriceWad: '1000000000000000000' },
      /^invalid_request: limitPriceWad: must not be given together with limitIndex/,
    ],
    [{ limitPrice: '1' }, /^invalid_request: limitPrice: must not be given together with limitIndex/],
    [
      { limitIndex: undefined, limitPrice: '0.0000000998362828901' },
      /^invalid_request: limitPrice: must have at most 18 fraction digits/,
    ],
    [
      { limitIndex: undefined, limitPrice: '0.00000001' },
      /^invalid_request: limitPrice: must be between 99836282890 and /,
    ],
    [
      { limitPriceWad: '99836282889' },
      /^invalid_request: limitPriceWad: must be between 99836282890 and 1004968987606512354182109771/,
    ],
    [
      { borrower: '0x0000000000000000000000000000000000000000' },
      /^invalid_request: borrower: must not be the zero address/,
    ],
  ])('refuses %j', async (changes, message) => {
    await net.expectRefused(body(changes), message)
  })

  it('refuses an address that is not a pool of the factory: an account, a token, a pool that somebody else deployed', async () => {
    const fake = await net.chain.deploy('LendingPool', [net.usdc.address, net.coin.address, wad('0.05')], 'stranger')
    for (const pool of [stranger, net.usdc.address, fake.address])
      await net.expectRefused(
        body({ pool }),
        /^invalid_request: pool: 0x[0-9a-fA-F]{40} is not a lending pool that the factory/,
      )
  })
})
