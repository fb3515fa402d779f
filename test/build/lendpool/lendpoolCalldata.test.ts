import * as fc from 'fast-check'
import { createClient, formatUnits, getAddress, http, maxUint256, parseAbi, type Address } from 'viem'
import { multicall } from 'viem/actions'
import { describe, expect, it } from 'vitest'
import { buildLendpoolAddCollateral } from '../../../functions/build/lendpool/buildLendpoolAddCollateral.ts'
import { buildLendpoolBorrow } from '../../../functions/build/lendpool/buildLendpoolBorrow.ts'
import { buildLendpoolRemoveCollateral } from '../../../functions/build/lendpool/buildLendpoolRemoveCollateral.ts'
import { buildLendpoolRepay } from '../../../functions/build/lendpool/buildLendpoolRepay.ts'
import { buildLendpoolSetIdleBufferBps } from '../../../functions/build/lendpool/buildLendpoolSetIdleBufferBps.ts'
import { buildLendpoolSetMinBucketIndex } from '../../../functions/build/lendpool/buildLendpoolSetMinBucketIndex.ts'
import { bucketAtOrAbove, bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'
import { debtWithMargin } from '../../../shared/domain/lendpool/loanMath.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { refusal } from '../../auth/support.ts'
import { addresses, contextOver, expectEachCall, given, integers, SENDER, toData } from '../properties.ts'
import { useBorrowedWorld } from '../../support/useNet.ts'

const DRAW = 'drawDebt(address borrowerAddress, uint256 amountToBorrow, uint256 limitIndex, uint256 collateralToPledge)'
const REPAY =
  'repayDebt(address borrowerAddress, uint256 maxQuoteTokenAmountToRepay, uint256 collateralAmountToPull, address collateralReceiver, uint256 limitIndex)'
const indexToPrice = parseAbi(['function indexToPrice(uint256 index) pure returns (uint256)'])
/** Of each kind of request. */
const RUNS = 400
const some = integers(1n, maxUint256 - 1n)
const any = fc.option(some, { nil: undefined })
const limitIndex = integers(0n, 7388n)
const numbers = (...values: bigint[]): string[] => values.filter((value) => value > 0n).map(String)

describe('random requests without a node', () => {
  const contracts = { lendpoolFactory: SENDER, lendpoolInfo: SENDER }
  const context = contextOver({ contracts })

  it('borrow', () =>
    expectEachCall({
      runs: RUNS,
      requests: fc.record({
        pool: addresses,
        borrower: addresses,
        amountToBorrow: some,
        collateralToPledge: any,
        limitIndex,
      }),
      build: (body) => buildLendpoolBorrow(given({ ...body, allowUnproven: true }), context),
      means: ({ pool, borrower, amountToBorrow, limitIndex, collateralToPledge = 0n }) => ({
        to: pool,
        signature: DRAW,
        values: [borrower, amountToBorrow, limitIndex, collateralToPledge],
        mentions: [pool, borrower, String(limitIndex), ...numbers(amountToBorrow, collateralToPledge)],
      }),
    }))

  it('addCollateral', () =>
    expectEachCall({
      runs: RUNS,
      requests: fc.record({ pool: addresses, borrower: addresses, collateralToPledge: some, limitIndex }),
      build: (body) => buildLendpoolAddCollateral(given({ ...body, allowUnproven: true }), context),
      means: ({ pool, borrower, limitIndex, collateralToPledge }) => ({
        to: pool,
        signature: DRAW,
        values: [borrower, 0n, limitIndex, collateralToPledge],
        mentions: [pool, borrower, String(limitIndex), String(collateralToPledge)],
      }),
    }))

  it('repay', () =>
    expectEachCall({
      runs: RUNS,
      requests: fc.record({
        pool: addresses,
        borrower: addresses,
        maxQuoteTokenAmountToRepay: some,
        collateralAmountToPull: any,
        collateralReceiver: addresses,
        limitIndex,
      }),
      build: (body) => buildLendpoolRepay(given(body), context),
      means: ({
        pool,
        borrower,
        maxQuoteTokenAmountToRepay: amount,
        collateralAmountToPull: pull = 0n,
        collateralReceiver,
        limitIndex,
      }) => ({
        to: pool,
        signature: REPAY,
        values: [borrower, amount, pull, collateralReceiver, limitIndex],
        mentions: [pool, borrower, collateralReceiver, String(limitIndex), ...numbers(amount, pull)],
      }),
    }))

  it('removeCollateral', () =>
    expectEachCall({
      runs: RUNS,
      requests: fc.record({
        pool: addresses,
        borrower: addresses,
        collateralAmountToPull: some,
        collateralReceiver: addresses,
        limitIndex,
      }),
      build: (body) => buildLendpoolRemoveCollateral(given(body), context),
      means: ({ pool, borrower, collateralAmountToPull, collateralReceiver, limitIndex }) => ({
        to: pool,
        signature: REPAY,
        values: [borrower, 0n, collateralAmountToPull, collateralReceiver, limitIndex],
        mentions: [pool, borrower, collateralReceiver, String(limitIndex), String(collateralAmountToPull)],
      }),
    }))

  it('setMinBucketIndex and setIdleBufferBps', async () => {
    await expectEachCall({
      runs: RUNS,
      requests: fc.record({ auth: addresses, minBucketIndex: limitIndex }),
      build: (body) => buildLendpoolSetMinBucketIndex(given(body), context),
      means: ({ auth, minBucketIndex }) => ({
        to: auth,
        signature: 'setMinBucketIndex(uint256 nextMinBucketIndex)',
        values: [minBucketIndex],
      }),
    })
    await expectEachCall({
      runs: RUNS,
      requests: fc.record({ strategy: addresses, idleBufferBps: integers(0n, 10_000n) }),
      build: (body) => buildLendpoolSetIdleBufferBps(given(body), context),
      means: ({ strategy, idleBufferBps }) => ({
        to: strategy,
        signature: 'setIdleBufferBps(uint256 newBps)',
        values: [idleBufferBps],
      }),
    })
  })
})

describe('with a node', () => {
  const { anvil, world } = useBorrowedWorld()

  it('the sentence names exact amounts in whole tokens, and the approval is in base units', () => {
    const { contracts } = world
    const { lendpool: pool, usdc } = contracts
    const context = contextOver({ urls: [anvil.url], contracts })
    // At least one base unit of 6 decimals.
    const pledge = integers(10n ** 12n, 10n ** 30n)
    return expectEachCall({
      runs: 40,
      requests: fc.record({
        from: addresses,
        borrower: addresses,
        amountToBorrow: some,
        collateralToPledge: pledge,
        limitIndex,
      }),
      build: (body) => buildLendpoolBorrow(given({ ...body, pool }), context),
      means: ({ borrower, amountToBorrow, collateralToPledge, limitIndex }) => ({
        to: pool,
        signature: DRAW,
        values: [borrower, amountToBorrow, limitIndex, collateralToPledge],
        mentions: [
          formatUnits(amountToBorrow, 18),
          formatUnits(collateralToPledge, 18),
          'AURORA',
          usdc,
          pool,
          borrower,
          String(limitIndex),
          '1000000000000',
        ],
        approvals: [
          {
            to: usdc,
            signature: 'approve(address spender, uint256 amount)',
            values: [pool, collateralToPledge / 10n ** 12n],
            mentions: [formatUnits(collateralToPledge / 10n ** 12n, 6), usdc, pool],
          },
        ],
      }),
    })
  })

  it('every bucket has the price that the contracts compute for it, to the last digit', async () => {
    const client = createClient({ transport: http(anvil.url) })
    const { lendpoolInfo: address, multicall3: multicallAddress } = world.contracts
    for (let first = 0n; first <= 7388n; first += 500n) {
      const indexes = Array.from({ length: 500 }, (_, i) => first + BigInt(i)).filter((index) => index <= 7388n)
      const contracts = indexes.map(
        (index) => ({ address, abi: indexToPrice, functionName: 'indexToPrice', args: [index] }) as const,
      )
      const prices = await multicall(client, { contracts, multicallAddress, allowFailure: false, batchSize: 0 })
      expect(indexes.map(bucketPrice)).toEqual(prices)
    }
  })

  it('nothing is built for a demo vault or its share token as borrower or receiver', async () => {
    const { contracts } = world
    const { lendpool: pool, vault, shareToken } = contracts
    const context = contextOver({ urls: [anvil.url], contracts, demoVaults: [vault] })
    const loan = (borrower: Address) => ({ pool, borrower, limitIndex: 3400n })
    for (const demo of [vault, shareToken]) {
      const refused = await Promise.all(
        [
          buildLendpoolBorrow(given({ ...loan(demo), amountToBorrow: 1n }), context),
          buildLendpoolAddCollateral(given({ ...loan(demo), collateralToPledge: 1n }), context),
          buildLendpoolRepay(given({ ...loan(demo), maxQuoteTokenAmountToRepay: 1n }), context),
          buildLendpoolRemoveCollateral(
            given({ ...loan(SENDER), collateralAmountToPull: 1n, collateralReceiver: demo }),
            context,
          ),
        ].map(refusal),
      )
      expect(refused.map(({ code }) => code)).toEqual(Array.from(refused, () => 'demo_vault'))
    }
    const others = contextOver({ contracts, demoVaults: [vault] })
    const away = await refusal(buildLendpoolBorrow(given({ ...loan(vault), amountToBorrow: 1n }), others))
    expect(away.code).toBe('demo_vault')
  })

  it('nothing is sent to a demo vault or its share token as a pool, strategy or rule book, without a node either', async () => {
    const { contracts } = world
    const { vault, shareToken } = contracts
    for (const [urls, wrongs] of [
      [[], [vault]],
      [[anvil.url], [vault, shareToken]],
    ] as const) {
      const context = contextOver({ urls, contracts, demoVaults: [vault] })
      for (const wrong of wrongs)
        for (const built of [
          () =>
            buildLendpoolBorrow(
              given({ pool: wrong, borrower: SENDER, amountToBorrow: 1n, limitIndex: 3400n }),
              context,
            ),
          () => buildLendpoolSetIdleBufferBps(given({ strategy: wrong, idleBufferBps: 1n }), context),
          () => buildLendpoolSetMinBucketIndex(given({ auth: wrong, minBucketIndex: 1n }), context),
        ])
          expect((await refusal(built())).code).toBe('demo_vault')
    }
  })

  it('a contract whose index is not that of a bucket is not a rule book', async () => {
    const auth = getAddress('0x00000000000000000000000000000000000000d7')
    const chain = await openChain({ rpcUrl: anvil.url, artifacts: {} })
    // Runtime code that answers every call with 2^160 - 1, an admin and an index at once.
    await chain.setCode(auth, `0x73${'ff'.repeat(20)}60005260206000f3`)
    const context = contextOver({ urls: [anvil.url], contracts: world.contracts })
    const refused = await refusal(buildLendpoolSetMinBucketIndex(given({ auth, minBucketIndex: 1n }), context))
    expect(refused.code).toBe('invalid_request')
  })

  it('a configuration without a factory, or with another contract as information contract, is 503 role_not_configured', async () => {
    const { lendpoolFactory, ...others } = world.contracts
    const request = given({ pool: world.contracts.lendpool, borrower: SENDER, amountToBorrow: 1n, limitIndex: 3400n })
    for (const contracts of [
      others,
      { ...others, lendpoolFactory: world.contracts.usdc },
      { ...others, lendpoolFactory, lendpoolInfo: world.contracts.usdc },
    ]) {
      const refused = await refusal(buildLendpoolBorrow(request, contextOver({ urls: [anvil.url], contracts })))
      expect(refused.code).toBe('role_not_configured')
    }
    const answer = await buildLendpoolBorrow(request, contextOver({ urls: [anvil.url], contracts: world.contracts }))
    expect(toData(answer).to).toBe(world.contracts.lendpool)
  })
})

describe('conversions', () => {
  it('a limit price refuses what is below it and takes what is not, for every lowest utilized price', () =>
    fc.assert(
      fc.property(integers(99_836_282_890n, 1_004_968_987_606512354182109771n), limitIndex, (price, lup) => {
        expect(bucketPrice(lup) >= bucketPrice(bucketAtOrAbove(price))).toBe(bucketPrice(lup) >= price)
      }),
    ))

  it('the margin is never less than an hour of continuous interest, and little more', () => {
    for (const rate of [0.01, 0.05, 0.5, 5]) {
      const grown = Number(debtWithMargin(10n ** 24n, BigInt(Math.round(rate * 1e18)))) / 1e24 - 1
      const hour = Math.expm1((rate * 3600) / 31_536_000)
      expect(grown / hour).toBeGreaterThan(1.09)
      expect(grown / hour).toBeLessThan(1.11)
    }
  })
})
