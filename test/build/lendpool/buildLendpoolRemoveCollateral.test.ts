import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedLoanCall } from '../../../schema/build/lendpoolCalldata.ts'
import { setTime } from '../support.ts'
import { dollars, startLendNet, wad } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedLoanCall, 'removeCollateral', 'borrower')

const net = useNet(() => start())
beforeEach(() => net.proxy.reset())

const borrower = addressOf('borrower')
const body = (changes: object = {}) => ({
  pool: net.lendpool.address,
  borrower,
  collateralAmountToPull: String(wad('100')),
  limitIndex: 3400,
  ...changes,
})

describe('happy', () => {
  it('takes collateral out to a strategy, and the API shows that it has it', async () => {
    const { lpStrategy } = net.world.contracts
    const before = await net.strategyAt(0n)
    const built = await net.built(body({ collateralReceiver: lpStrategy }))
    expect(built).toMatchObject({
      to: net.lendpool.address,
      value: '0',
      from: borrower,
      function: 'repayDebt(address,uint256,uint256,address,uint256)',
      args: {
        borrowerAddress: borrower,
        maxQuoteTokenAmountToRepay: '0',
        collateralAmountToPull: String(wad('100')),
        collateralReceiver: lpStrategy,
        limitIndex: '3400',
      },
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      quoteAmount: null,
      collateralAmount: { wad: String(wad('100')), baseUnits: String(dollars('100')), amount: '100' },
      warnings: [],
    })
    for (const part of [
      `(${net.usdc.address}) (100000000000000000000 in WAD, token scale 1000000000000) of the collateral`,
      `of ${borrower} from the lending pool ${net.lendpool.address} to ${lpStrategy}`,
      '(bucket 3400)',
    ])
      expect(built.description).toContain(part)
    const after = await net.strategyAt(await net.sent('borrower', built))
    expect(BigInt(after.totals.idleUsdc ?? 0) - BigInt(before.totals.idleUsdc ?? 0)).toBe(dollars('100'))
    expect((await net.built(body())).loan?.collateralWad).toBe(built.loanAfter?.collateralWad)
  })

  it('gives it to the borrower and without a limit where nothing else is said', async () => {
    const built = await net.built(body({ limitIndex: undefined }))
    expect(built).toMatchObject({ args: { collateralReceiver: borrower, limitIndex: '7388' } })
    expect(built.warnings).toEqual([expect.stringMatching(/^limitIndex is the default: bucket 7388 sets no limit/)])
  })
})

describe('what only the chain knows', () => {
  it.each([
    ['less than a base unit', { collateralAmountToPull: '1' }, ['amount_below_scale'], 'InvalidAmount'],
    [
      'more than the loan has',
      { collateralAmountToPull: String(wad('100000')) },
      ['insufficient_collateral'],
      'InsufficientCollateral',
    ],
    [
      'collateral that the debt needs',
      { collateralAmountToPull: String(wad('4000')) },
      ['insufficient_collateral'],
      'InsufficientCollateral',
    ],
    ['collateral of somebody else', { from: addressOf('stranger') }, ['borrower_not_sender'], 'BorrowerNotSender'],
    ['a limit above the price', { limitIndex: 3371 }, ['limit_price_exceeded'], 'LimitIndexExceeded'],
  ] as const)('reports %s; sent anyway, it reverts with that error', async (_, changes, codes, reverts) => {
    const built = await net.built(body(changes))
    await net.expectRevert(built.from === borrower ? 'borrower' : 'stranger', built, codes, reverts)
  })

  it('reports that a loan in liquidation is closed', async () => {
    const { timestamp } = await net.chain.latest()
    await setTime(net, timestamp + 20n * 31_536_000n)
    await net.chain.send('borrower', net.lendpool, 'kick', [borrower, 7388])
    const built = await net.built(body({ limitIndex: 7388 }))
    await net.expectRevert('borrower', built, ['loan_in_auction', 'insufficient_collateral'], 'AuctionActive')
  })
})

describe('what the request proves', () => {
  it.each([
    [{ collateralAmountToPull: '0' }, /^invalid_request: collateralAmountToPull: must be between 1 and/],
    [{ limitIndex: 10_000 }, /^invalid_request: limitIndex: must be between 0 and 7388/],
    [
      { limitPriceWad: '1000000000000000000' },
      /^invalid_request: limitPriceWad: must not be given together with limitIndex/,
    ],
  ])('refuses %j', async (changes, message) => {
    await net.expectRefused(body(changes), message)
  })

  it('refuses an address that is not a pool of the factory', async () => {
    await net.expectRefused(body({ pool: borrower }), /^invalid_request: pool: .* is not a lending pool/)
  })
})
