import { getAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedLoanCall } from '../../../schema/build/lendpoolCalldata.ts'
import { SUBSET } from '../../../shared/domain/lendpool/lendpoolCalls.ts'
import { setTime } from '../support.ts'
import { dollars, startLendNet, wad } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedLoanCall, 'addCollateral', 'agent')

const net = useNet(() => start())
beforeAll(() => net.giveDollars('agent', '500'))
beforeEach(() => net.proxy.reset())

const body = (changes: object = {}) => ({
  pool: net.lendpool.address,
  borrower: net.world.contracts.lpStrategy,
  collateralToPledge: String(wad('100')),
  ...changes,
})

describe('happy', () => {
  it('pledges for another’s loan, and the API shows its collateral grow by as much', async () => {
    const { lpStrategy } = net.world.contracts
    const before = await net.strategyAt(0n)
    const built = await net.built(body())
    expect(built).toMatchObject({
      to: net.lendpool.address,
      value: '0',
      from: addressOf('agent'),
      function: 'drawDebt(address,uint256,uint256,uint256)',
      args: {
        borrowerAddress: lpStrategy,
        amountToBorrow: '0',
        limitIndex: '7388',
        collateralToPledge: String(wad('100')),
      },
      approvals: [{ to: net.usdc.address, args: { spender: net.lendpool.address, amount: String(dollars('100')) } }],
      issues: [],
      simulation: { status: 'ok' },
      quoteAmount: null,
      collateralAmount: { wad: String(wad('100')), baseUnits: String(dollars('100')), amount: '100' },
      warnings: [
        'limitIndex is 7388 by default; the pool checks it only when you borrow.',
        `The collateral belongs to the loan of ${lpStrategy}, and only that address can withdraw it.`,
      ],
    })
    for (const part of [
      `(${net.usdc.address}) (100000000000000000000 in WAD, token scale 1000000000000) of collateral`,
      `in the lending pool ${net.lendpool.address} for the loan of ${lpStrategy}`,
    ])
      expect(built.description).toContain(part)
    const { lendpool } = await net.strategyAt(await net.sent('agent', built))
    expect(BigInt(lendpool?.collateral ?? 0) - BigInt(before.lendpool?.collateral ?? 0)).toBe(dollars('100'))
    expect(String(BigInt(lendpool?.collateral ?? 0) * 10n ** 12n)).toBe(built.loanAfter?.collateralWad)
  })

  it('takes a limit that would not hold, since nothing is borrowed', async () => {
    const built = await net.built(body({ limitIndex: 0, borrower: addressOf('agent') }))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' }, limitIndex: '0', warnings: [] })
  })

  it('rounds down to whole base units, and says so', async () => {
    const built = await net.built(body({ collateralToPledge: String(wad('1') + 1n) }))
    expect(built.collateralAmount).toMatchObject({ requestedWad: String(wad('1') + 1n), wad: String(wad('1')) })
    expect(built.warnings).toContain(
      "collateralToPledge: 1000000000000000001 is not a multiple of the token's scale 1000000000000, so the pool rounds it down to 1000000000000000000.",
    )
  })
})

describe('what only the chain knows', () => {
  it.each([
    ['less than a base unit', '999999999999', ['amount_below_scale'], 'InvalidAmount'],
    ['more than the sender holds', String(wad('1000000')), ['insufficient_balance'], 'ERC20InsufficientBalance'],
  ] as const)('reports %s; sent anyway, it reverts with that error', async (_, amount, codes, reverts) => {
    await net.expectRevert('agent', await net.built(body({ collateralToPledge: amount })), codes, reverts)
  })

  it('reports that a loan in liquidation is closed', async () => {
    const borrower = addressOf('borrower')
    const { timestamp } = await net.chain.latest()
    await setTime(net, timestamp + 20n * 31_536_000n)
    await net.chain.send('borrower', net.lendpool, 'kick', [borrower, 7388])
    await net.expectRevert('agent', await net.built(body({ borrower })), ['loan_in_auction'], 'AuctionActive')
  })
})

describe('a pool of the factory for a token of anybody', () => {
  it('takes a pledge only if the request allows it, and lets it out again with an issue', async () => {
    const { lendpoolFactory, usdc } = net.world.contracts
    const worthless = await net.chain.deploy('CreatorCoin', [
      'Worth Less',
      'WORTH',
      '',
      10n ** 24n,
      addressOf('stranger'),
    ])
    const factory = net.chain.at('LendingPoolFactory', lendpoolFactory)
    await net.chain.send('stranger', factory, 'deployPool', [usdc, worthless.address, 5n * 10n ** 16n])
    const pool = getAddress(String(await net.chain.read(factory, 'deployedPools', [SUBSET, usdc, worthless.address])))
    const pledge = body({ pool, borrower: addressOf('agent') })
    expect(await net.post(pledge)).toMatchObject({ status: 403, code: 'contract_not_proven' })
    const allowed = await net.built({ ...pledge, allowUnproven: true })
    expect(allowed).toMatchObject({
      issues: [{ code: 'contract_not_proven', contract: pool }],
      simulation: { status: 'ok' },
    })
  })
})

describe('what the request proves', () => {
  it.each([
    [{ collateralToPledge: 0 }, /^invalid_request: collateralToPledge: must be between 1 and/],
    [{ limitIndex: '7389' }, /^invalid_request: limitIndex: must be between 0 and 7388/],
    [
      { limitIndex: 1, limitPriceWad: '1000000000000000000' },
      /^invalid_request: limitPriceWad: must not be given together with limitIndex/,
    ],
  ])('refuses %j', async (changes, message) => {
    await net.expectRefused(body(changes), message)
  })

  it('refuses an address that is not a pool of the factory', async () => {
    await net.expectRefused(body({ pool: net.coin.address }), /^invalid_request: pool: .* is not a lending pool/)
  })
})
