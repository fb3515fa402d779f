import { zeroAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDexApi, type LocalDexApi } from '../../../localnet/dexApi/startDexApi.ts'
import { send, sessionOf } from '../../build/support.ts'
import { balanceOf, dex, quoteOf, roleOf, startMarketNet, swapOf } from './support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const KEY = /[0-9a-f]{48}/

const proxy = useRpcProxy()
const api = useNet(() => startDexApi())
const net = useNet(() => startMarketNet({ variables: api.variables, nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  api.serveChain({ rpcUrl: net.rpcUrl, ...net.world })
})
const owner = prepared(() => sessionOf(net, 'owner'))
beforeEach(() => {
  api.choose = ([best]) => best
  api.alter = undefined
  api.respond = undefined
})

const trade = (more: object = {}) => {
  const { usdc, creatorCoin } = net.world.contracts
  return { tokenIn: usdc, tokenOut: creatorCoin, amount: '10000000', source: 'api', ...more }
}
const quote = (more?: object) => dex(net, 'quote', owner, trade(more))
const swap = (more?: object) => dex(net, 'swap', owner, trade(more))
type Answered = Parameters<NonNullable<LocalDexApi['alter']>>[0]

describe('the route of the API', () => {
  it('is quoted by the chain, however good or bad it is, and nothing about the trader is sent', async () => {
    api.choose = (routes) => routes.at(-1)
    const bad = quoteOf(await quote())
    const best = quoteOf(await quote({ source: 'chain' }))
    expect(bad.path).not.toEqual(best.path)
    expect(BigInt(bad.amountOut)).toBeLessThan(BigInt(best.amountOut))
    expect(quoteOf(await quote({ source: undefined, path: bad.path })).amountOut).toBe(bad.amountOut)
    const { usdc, creatorCoin, dexRouter } = net.world.contracts
    expect(api.requests().at(-1)).toMatchObject({
      type: 'EXACT_INPUT',
      tokenIn: usdc,
      tokenOut: creatorCoin,
      amount: '10000000',
      swapper: dexRouter,
      protocols: ['V3'],
    })
  })

  it('is taken for the native currency and for a fixed purchase too', async () => {
    const sold = quoteOf(await quote({ tokenIn: zeroAddress, amount: '1000000000000000' }))
    expect(sold.route[0]?.tokenIn).toBe(net.world.contracts.weth)
    const bought = quoteOf(await quote({ kind: 'exactOutput', amount: '1000000000000000000' }))
    expect(bought.amountOut).toBe('1000000000000000000')
  })

  it('is swapped through: amounts and calldata are those of the chain, whatever the API claims', async () => {
    api.alter = (answer) => {
      answer.quote.output.amount = '9'.repeat(40)
      return { ...answer, methodParameters: { to: zeroAddress, calldata: '0xdeadbeef', value: '0x1' } }
    }
    const built = swapOf(await swap())
    const { dexRouter, creatorCoin } = net.world.contracts
    expect(built).toMatchObject({ to: dexRouter, issues: [], simulation: { status: 'ok' } })
    expect(JSON.stringify(built)).not.toMatch(/9{40}|deadbeef/)
    const before = await balanceOf(net, creatorCoin, roleOf(net, 'owner'))
    for (const { to, data, value } of built.calls.calls)
      await send(net, 'owner', { to, data, value: String(BigInt(value)) })
    const gained = (await balanceOf(net, creatorCoin, roleOf(net, 'owner'))) - before
    expect(String(gained)).toBe(built.quote?.amountOut)
  })
})

describe('what the API answers instead', () => {
  const changed = (change: (answer: Answered) => unknown) => (answer: Answered) => change(answer) ?? answer
  const firstPool = ({ quote: { route } }: Answered) => {
    const pool = route[0]?.[0]
    if (!pool) throw new Error('no pool')
    return pool
  }

  it.each<readonly [string, (answer: Answered) => unknown]>([
    ['another token to sell', ({ quote: { input } }) => void (input.token = net.world.contracts.weth)],
    ['another token to buy', ({ quote: { output } }) => void (output.token = net.world.contracts.weth)],
    ['another amount', ({ quote: { input } }) => void (input.amount = '1')],
    ['another chain', ({ quote: own }) => void (own.chainId = 1)],
    ['a pool that the factory does not know', (answer) => void (firstPool(answer).address = roleOf(net, 'bidder'))],
    ['a fee that no pool has', (answer) => void (firstPool(answer).fee = '400')],
    [
      'the fee of another pool',
      (answer) => void (firstPool(answer).fee = firstPool(answer).fee === '500' ? '3000' : '500'),
    ],
    ['a pool of other tokens', (answer) => void (firstPool(answer).tokenIn.address = net.world.contracts.weth)],
    ['no fee', (answer) => void (firstPool(answer).fee = 'low')],
    ['no route', ({ quote: own }) => void (own.route = [])],
    ['no quote', ({ routing }) => ({ routing })],
    ['nothing', () => []],
  ])('%s: 502 dex_provider_unavailable', async (_, change) => {
    api.alter = changed(change)
    expect(await quote()).toMatchObject({ status: 502, code: 'dex_provider_unavailable' })
    expect(await swap({ limitAmount: '1' })).toMatchObject({ status: 502, code: 'dex_provider_unavailable' })
  })

  it.each<readonly [string, (answer: Answered) => unknown]>([
    ['an order', (answer) => ({ ...answer, routing: 'DUTCH_V2' })],
    ['a split route', ({ quote: own }) => void own.route.push(...own.route)],
    ['three pools', (answer) => void answer.quote.route[0]?.push(firstPool(answer), firstPool(answer))],
    ['a pool of another protocol', (answer) => void (firstPool(answer).type = 'v4-pool')],
  ])('%s: 422 dex_route_not_taken', async (_, change) => {
    api.alter = changed(change)
    expect(await quote()).toMatchObject({ status: 422, code: 'dex_route_not_taken' })
  })

  it('no quotes: 422; another 404 is about its address', async () => {
    api.choose = () => undefined
    expect(await quote()).toMatchObject({ status: 422, code: 'dex_route_not_taken' })
    api.respond = (response) => void response.writeHead(404).end('{"message":"no such page"}')
    expect(await quote()).toMatchObject({ status: 502, code: 'dex_provider_unavailable' })
  })

  it.each<readonly [string, NonNullable<LocalDexApi['respond']>]>([
    ['500', (response) => void response.writeHead(500).end('oops secret')],
    ['garbage', (response) => void response.writeHead(200).end('<html>secret')],
    ['a redirect', (response) => void response.writeHead(302, { location: 'https://example.com' }).end()],
    ['more than anybody reads', (response) => void response.writeHead(200).end(`"${'secret'.repeat(60_000)}"`)],
    ['a cut connection', (response) => void response.destroy()],
    ['nothing for three seconds', () => {}],
  ])('%s: 502, and not a word of it', async (_, respond) => {
    api.respond = respond
    const answer = await quote()
    expect(answer).toMatchObject({ status: 502, code: 'dex_provider_unavailable' })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(JSON.stringify(answer.json)).not.toMatch(/secret|127\.0\.0\.1/)
  })

  it.each([
    ['7', '7'],
    ['999999', '3600'],
    ['Wed, 21 Oct 2015 07:28:00 GMT', '1'],
    [undefined, '1'],
  ])('429 with Retry-After %s: 429 with %s', async (given, relayed) => {
    api.respond = (response) => void response.writeHead(429, given ? { 'retry-after': given } : {}).end()
    const answer = await quote()
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(answer.headers.get('retry-after')).toBe(relayed)
  })

  it('a wrong key: 502, and the key is nowhere', async () => {
    await net.withVariables({ DEX_API_KEY: 'a'.repeat(48) }, async () => {
      const answer = await quote()
      expect(answer).toMatchObject({ status: 502, code: 'dex_provider_unavailable' })
      expect(JSON.stringify(answer.json)).not.toMatch(KEY)
    })
  })
})

describe('a request for its route', () => {
  it('alone needs the API', async () => {
    await net.withVariables({ DEX_API_URL: '' }, async () => {
      expect((await quote({ source: 'chain' })).status).toBe(200)
    })
  })

  it('names no path of its own', async () => {
    expect((await quote({ path: { fees: [500] } })).json).toMatchObject({
      error: expect.stringMatching(/^invalid_request: path: cannot be combined with/),
    })
  })

  it('is never answered by its word alone: without a node there is no quote and no swap', async () => {
    proxy.mode = 'drop'
    expect(await quote()).toMatchObject({ status: 502, code: 'upstream_failed' })
    expect(await swap({ limitAmount: '1' })).toMatchObject({ status: 503, code: 'read_needed' })
  })
})
