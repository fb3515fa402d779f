import { describe, expect, it } from 'vitest'
import { requestsWith } from '../../account/support.ts'
import { sessionOf } from '../../build/support.ts'
import { dex, quoteOf, startMarketNet } from './support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startMarketNet({ nodeUrl: proxy.nodeUrl }))
const bidder = prepared(() => sessionOf(net, 'bidder'))

const trade = () => {
  const { usdc, creatorCoin2 } = net.world.contracts
  return { tokenIn: usdc, tokenOut: creatorCoin2, amount: '250000000' }
}
const quote = (body: object, headers = bidder) => dex(net, 'quote', headers, body)

it('answers the best route at one block, with what it is worth and its limits, in one upstream request', async () => {
  const { asOf, ...data } = quoteOf(await quote({ ...trade(), slippageBps: 100 }))
  const { usdc, weth, creatorCoin2 } = net.world.contracts
  expect(data).toMatchObject({
    kind: 'exactInput',
    tokenIn: { address: usdc, symbol: 'USDC', decimals: 6 },
    tokenOut: { address: creatorCoin2, symbol: 'FERRY', decimals: 18 },
    amountIn: '250000000',
    maxAmountIn: '250000000',
    minAmountOut: String((BigInt(data.amountOut) * 99n) / 100n),
    path: { fees: [500, 3000], through: weth },
    route: [
      { tokenIn: usdc, tokenOut: weth, fee: 500 },
      { tokenIn: weth, tokenOut: creatorCoin2, fee: 3000 },
    ],
    deadline: asOf.timestamp + 600,
    warnings: [expect.stringMatching(/price impact/)],
  })
  for (const { tokenIn, tokenOut, ...hop } of data.route) {
    const decimals = { [usdc.toLowerCase()]: 6 }
    const [first = '', second = ''] = [tokenIn, tokenOut].map((token) => token.toLowerCase()).toSorted()
    const scale = 10 ** ((decimals[first] ?? 18) - (decimals[second] ?? 18))
    for (const [price, root] of [
      [hop.price, hop.sqrtPriceX96],
      [hop.priceAfter, hop.sqrtPriceX96After],
    ])
      expect(Number(price) / ((Number(root) / 2 ** 96) ** 2 * scale)).toBeCloseTo(1, 9)
  }
  expect(data.priceImpactBps).toBeGreaterThan(100)
  expect(requestsWith(proxy, net.world.contracts.dexQuoter)).toBe(1)
})

it('of a purchase says the most to be paid, rounded up', async () => {
  const data = quoteOf(await quote({ ...trade(), kind: 'exactOutput', amount: '1000000000000000003' }))
  const most = (BigInt(data.amountIn) * 10_050n + 9999n) / 10_000n
  expect(data).toMatchObject({
    amountOut: '1000000000000000003',
    minAmountOut: data.amountOut,
    maxAmountIn: String(most),
  })
})

it('of the smallest amount that gives anything never says that nothing would do', async () => {
  const { usdc, weth } = net.world.contracts
  const data = quoteOf(await quote({ tokenIn: weth, tokenOut: usdc, amount: '600000000', slippageBps: 50 }))
  expect([data.amountOut, data.minAmountOut]).toEqual(['1', '1'])
})

describe('what the chain shows', () => {
  it.each([
    ['no pool', 422, 'no_route', () => ({ ...trade(), tokenOut: net.world.contracts.shareToken2 })],
    ['too much', 422, 'insufficient_liquidity', () => ({ ...trade(), kind: 'exactOutput', amount: '9'.repeat(30) })],
    ['no token', 400, 'invalid_request', () => ({ ...trade(), tokenOut: net.world.contracts.gaugeVoting })],
  ] as const)('%s: %i %s', async (_, status, code, body) => {
    expect(await quote(body())).toMatchObject({ status, code })
  })
})

describe('what the request alone proves wrong', () => {
  it.each([
    ['amount', { amount: '0' }],
    ['amount', { amount: '1'.repeat(41) }],
    ['slippageBps', { slippageBps: 0 }],
    ['slippageBps', { slippageBps: 5001 }],
    ['path.fees', { path: { fees: [] } }],
    ['path.through', { path: { fees: [500, 3000] } }],
    ['path.through', { path: { fees: [500], through: '0x5FeaeBfB4439F3516c74939A9D04e95AFE82C4ae' } }],
  ])('%s: %j', async (field, wrong) => {
    expect((await quote({ ...trade(), ...wrong })).json).toMatchObject({
      error: expect.stringMatching(new RegExp(`^invalid_request: ${field}: .`)),
    })
  })

  it('the same token on both sides, however it is written', async () => {
    const { usdc } = net.world.contracts
    const answer = await quote({ ...trade(), tokenOut: usdc.toLowerCase() })
    expect(answer.json).toMatchObject({ error: expect.stringMatching(/^invalid_request: tokenOut: must differ/) })
  })
})
