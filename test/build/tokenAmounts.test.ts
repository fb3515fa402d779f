import * as fc from 'fast-check'
import { formatUnits, type Address } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'
import * as z from 'zod'
import { accountOf, toAnswer } from '../account/support.ts'
import { soak } from '../support/soak.ts'
import { sessionOf, startBuildNet } from './support.ts'
import { prepared, useNet, useRpcProxy } from '../support/useNet.ts'

const DECIMALS = [0, 6, 8, 18, 36]
const Q96 = 2n ** 96n

const proxy = useRpcProxy()
const tokens = new Map<number | null, Address>()

const net = useNet(() => startBuildNet({ families: ['account', 'build', 'market'], nodeUrl: proxy.nodeUrl }))
const owner = prepared(() => sessionOf(net, 'owner'))
beforeAll(async () => {
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({ sources: ['test/build/contracts/CountedToken.sol'] })),
  }
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
  const holder = accountOf(net, 'owner').address
  for (const decimals of DECIMALS)
    tokens.set(decimals, (await chain.deploy('CountedToken', [holder, decimals])).address)
  tokens.set(null, (await chain.deploy('BareToken', [holder])).address)
})

const post = async (path: string, body: object) =>
  toAnswer(await fetch(`${net.api}${path}`, { method: 'POST', body: JSON.stringify(body), headers: owner }))
const Call = z.looseObject({ to: z.string(), data: z.string(), value: z.string() })
/** Calls to send, of a builder and of the operation that only approves. */
const Sent = z.union([
  z.object({ success: z.literal(true), data: z.object({ approval: Call }) }).transform(({ data }) => [data.approval]),
  z.object({ calls: z.object({ calls: z.array(Call) }) }).transform(({ calls }) => calls.calls),
])
const sentBy = async (path: string, body: object) => {
  const { status, json } = await post(path, body)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return Sent.parse(json)
}

/** A builder, the field of its amount and the twin of that, what else it needs, and the decimals by which it counts. */
interface Pair {
  readonly name: string
  readonly path: string
  readonly base: string
  readonly decimal: string
  readonly decimals: number
  readonly fractionDigits: number
  /** Below it the fees of a route leave nothing to trade. */
  readonly least: bigint
  readonly body: () => object
}

const own = (): Pair[] => {
  const { auction, auctionErc20, lpStrategyFirst, vault, creatorCoin, usdc, lendpool } = net.world.contracts
  const bid = { owner: accountOf(net, 'owner').address, maxPriceQ96: String(Q96) }
  const loan = { pool: lendpool, borrower: accountOf(net, 'owner').address, limitIndex: '7388' }
  const pair = (
    name: string,
    path: string,
    base: string,
    decimals: number,
    body: object,
    fractionDigits = decimals,
    least = 1n,
  ): Pair => ({
    name,
    path,
    base,
    decimal: base === 'amount' || base === 'amountWei' ? 'amountDecimal' : `${base}Decimal`,
    decimals,
    fractionDigits,
    least,
    body: () => body,
  })
  return [
    ...DECIMALS.flatMap((decimals) => {
      const token = tokens.get(decimals)
      return [
        pair(`withdrawal, ${decimals}`, '/v1/build/lpstrat/ownerEmergencyWithdraw', 'amount', decimals, {
          strategy: lpStrategyFirst,
          token,
          to: vault,
        }),
        pair(`approval, ${decimals}`, '/dex/checkApproval', 'amount', decimals, { token }),
      ]
    }),
    pair('lock', '/v1/build/vetoken/lock', 'amount', 18, { durationSec: '31536000' }),
    pair('increase', '/v1/build/vetoken/increase', 'amount', 18, {}),
    pair('native bid', '/v1/build/auction/submitBid', 'amountWei', 18, { auction, ...bid }),
    pair('bid', '/v1/build/auction/submitBid', 'amountWei', 6, { auction: auctionErc20, ...bid }),
    pair('swap', '/dex/swap', 'amount', 6, { tokenIn: usdc, tokenOut: creatorCoin, deadlineSeconds: 86_400 }, 6, 1000n),
    pair('limit', '/dex/swap', 'limitAmount', 18, {
      tokenIn: usdc,
      tokenOut: creatorCoin,
      amount: '1000000',
      deadlineSeconds: 86_400,
    }),
    pair('loan', '/v1/build/lendpool/borrow', 'amountToBorrow', 18, loan),
    pair('pledge', '/v1/build/lendpool/addCollateral', 'collateralToPledge', 18, loan, 6),
    pair('repayment', '/v1/build/lendpool/repay', 'maxQuoteTokenAmountToRepay', 18, loan),
    pair('collateral', '/v1/build/lendpool/removeCollateral', 'collateralAmountToPull', 18, loan, 6),
  ]
}

/** Calldata without the deadline that is the clock's. */
const timeless = (path: string, calls: Awaited<ReturnType<typeof sentBy>>) =>
  calls.map(({ to, data, value }) => ({
    to,
    value,
    data: path === '/dex/swap' ? `${data.slice(0, 10)}${data.slice(74)}` : data,
  }))

describe('an amount in whole tokens', () => {
  it('gives the calldata that the same amount in base units gives, whatever the decimals', async () => {
    for (const { name, path, base, decimal, decimals, fractionDigits, least, body } of own())
      await fc.assert(
        fc.asyncProperty(fc.bigInt({ min: least, max: 10n ** 12n }), async (digits) => {
          const amount = digits * 10n ** BigInt(decimals - fractionDigits)
          const whole = await sentBy(path, { ...body(), [base]: String(amount) })
          const parts = await sentBy(path, { ...body(), [decimal]: formatUnits(amount, decimals) })
          expect(timeless(path, parts), name).toEqual(timeless(path, whole))
        }),
        { numRuns: soak(3, 50) },
      )
  })

  it('costs no request more: what is to be known, and the simulation', async () => {
    await sentBy('/v1/build/vetoken/lock', { amountDecimal: '1.5', durationSec: '31536000' })
    const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
    await sentBy('/dex/swap', { tokenIn, tokenOut, amountDecimal: '1.5' })
    expect(proxy.requests).toHaveLength(4)
  })
})

describe('what the body alone proves', () => {
  it.each([
    [{}, 'amount: is required unless amountDecimal is given'],
    [{ amount: '1', amountDecimal: '1' }, 'amountDecimal: must not be given together with amount'],
    ...['1e3', '1E3', '-1', '+1', '1,000', '1_000', '.5', '5.', '01', '', ' 1', '1.5.5', '0x10', '١'].map(
      (amountDecimal) => [{ amountDecimal }, 'amountDecimal: must be a decimal string such as'] as const,
    ),
    [{ amountDecimal: 1.5 }, 'amountDecimal: must be a decimal string such as'],
    [{ amountDecimal: '1'.repeat(79) }, 'amountDecimal: must be a decimal string such as'],
  ] as const)('%j is refused', async (body, error) => {
    const answer = await post('/v1/build/vetoken/increase', body)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringContaining(`invalid_request: ${error}`) })
    expect(proxy.requests).toHaveLength(0)
  })
})

describe('what only the token says', () => {
  const withdraw = (token: Address | undefined, amountDecimal: string) => {
    const { lpStrategyFirst: strategy, vault: to } = net.world.contracts
    return post('/v1/build/lpstrat/ownerEmergencyWithdraw', { strategy, token, to, amountDecimal })
  }

  it.each(DECIMALS)('more fraction digits than its %i decimals are refused, naming both', async (decimals) => {
    const token = tokens.get(decimals)
    const { status, json } = await withdraw(token, `1.${'0'.repeat(decimals)}1`)
    expect(status).toBe(400)
    expect(json).toMatchObject({
      error: `invalid_request: amountDecimal: has ${decimals + 1} fraction digits, but CNT (${token}) has ${decimals} decimals; use at most ${decimals}`,
    })
  })

  it('an amount outside the bounds is refused as it is in base units', async () => {
    expect(await withdraw(tokens.get(36), '9'.repeat(78))).toMatchObject({
      code: 'invalid_request',
      json: { error: expect.stringContaining('which must be between 0 and') },
    })
    expect(await post('/v1/build/vetoken/increase', { amountDecimal: '0.0' })).toMatchObject({
      json: {
        error: 'invalid_request: amountDecimal: equals amount 0, which must be between 1 and ' + (2n ** 128n - 1n),
      },
    })
  })

  it('one that has no decimals is counted in base units alone', async () => {
    const token = tokens.get(null)
    expect(await withdraw(token, '1')).toMatchObject({
      code: 'invalid_request',
      json: { error: `invalid_request: amountDecimal: CNT (${token}) does not answer decimals(); pass amount instead` },
    })
    const { lpStrategyFirst: strategy, vault: to } = net.world.contracts
    const body = { strategy, token, to, amount: '1' }
    expect((await post('/v1/build/lpstrat/ownerEmergencyWithdraw', body)).status).toBe(200)
  })

  it('a trade with more digits than its token has is refused before any route counts', async () => {
    const { usdc: tokenIn, creatorCoin: tokenOut } = net.world.contracts
    const trade = { tokenIn, tokenOut, amountDecimal: '1.0000001' }
    for (const path of ['/dex/swap', '/dex/quote'])
      expect(await post(path, trade)).toMatchObject({
        code: 'invalid_request',
        json: { error: expect.stringContaining('amountDecimal: has 7 fraction digits, but USDC') },
      })
  })
})

it('without a node base units are built, and whole tokens are 503 read_needed', async () => {
  const dead = await startBuildNet({ families: ['account', 'build'], nodeUrl: async () => 'http://127.0.0.1:9' })
  const headers = await sessionOf(dead, 'owner')
  const post = async (path: string, body: object) =>
    toAnswer(await fetch(`${dead.api}/v1/build/${path}`, { method: 'POST', body: JSON.stringify(body), headers }))
  const { lendpool: pool } = dead.world.contracts
  const loan = { pool, borrower: accountOf(dead, 'owner').address, limitIndex: '7388' }
  expect((await post('vetoken/increase', { amount: '1' })).status).toBe(200)
  expect(await post('vetoken/increase', { amountDecimal: '1' })).toMatchObject({ status: 503, code: 'read_needed' })
  expect(await post('lendpool/borrow', { ...loan, amountToBorrowDecimal: '1' })).toMatchObject({ code: 'read_needed' })
  await dead.stop()
})
