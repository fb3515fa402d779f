import { numberToHex } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../support/ask.ts'
import { inOnePeriod } from '../../support/inOnePeriod.ts'
import { seeded } from '../../support/seeded.ts'
import { call, startProxyNet } from './startProxyNet.ts'
import { useNet } from '../../support/useNet.ts'

const OF_PRINCIPAL = 20
const OF_IP = 30

const net = useNet(() => startProxyNet({ LIMIT_RPC_PROXY: String(OF_PRINCIPAL), LIMIT_RPC_PROXY_IP: String(OF_IP) }))
beforeEach(() => net.node.reset())

const random = seeded('limits')
const caller = () => net.signedIn(random.account())
let clients = 0
const from = () => ({ 'cf-connecting-ip': `10.9.0.${++clients}` })
const batch = (length: number, headers: Record<string, string>, query?: string) =>
  net.post(
    Array.from({ length }, (_, id) => call('eth_gasPrice', [], id)),
    headers,
    query,
  )
const forwarded = () => net.node.requests.reduce((sum, text) => sum + text.split('eth_gasPrice').length - 1, 0)
const inOneMinute = (attempt: () => Promise<void>) => inOnePeriod(60, attempt)

describe('a batch counts as its calls', () => {
  test(
    'and one that its caller’s budget does not hold is not made',
    inOneMinute(async () => {
      net.node.reset()
      const headers = await caller()
      const first = await batch(15, headers)
      expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '5'])
      const denied = await batch(6, headers)
      expect([denied.status, denied.code]).toEqual([429, 'rate_limited'])
      expect(denied.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
      expect(forwarded()).toBe(15)
      // The denied one counted as one request.
      expect((await batch(4, headers)).headers.get('x-ratelimit-remaining')).toBe('0')
      expect((await net.post(call('eth_gasPrice'), headers)).status).toBe(429)
      expect(forwarded()).toBe(19)
    }),
  )

  test(
    'against both budgets or against none',
    inOneMinute(async () => {
      const ip = from()
      expect((await batch(20, { ...(await caller()), ...ip })).status).toBe(200)
      const headers = await caller()
      expect((await batch(12, { ...headers, ...ip })).code).toBe('rate_limited')
      expect((await batch(19, { ...headers, ...from() })).status).toBe(200)
    }),
  )

  test(
    'however many come at once',
    inOneMinute(async () => {
      net.node.reset()
      const headers = await caller()
      const answers = await Promise.all(Array.from({ length: 8 }, () => batch(5, headers)))
      const made = answers.filter(({ status }) => status === 200).length
      expect(made).toBeGreaterThan(0)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(8 - made)
      expect(forwarded()).toBe(5 * made)
      expect(forwarded()).toBeLessThanOrEqual(OF_PRINCIPAL)
    }),
  )
})

describe('a heavy call counts as often as it asks for much', () => {
  const units = async (...calls: readonly ReturnType<typeof call>[]) => {
    const answer = await net.post(calls, await caller())
    expect(answer.status).toBe(200)
    return OF_PRINCIPAL - Number(answer.headers.get('x-ratelimit-remaining'))
  }
  const to = () => net.world.contracts.usdc
  const run = (gas?: number, method = 'eth_call') =>
    call(method, [{ to: to(), ...(gas === undefined ? {} : { gas: numberToHex(gas) }) }, 'latest'])
  const logs = (fromBlock: string, toBlock: string) => call('eth_getLogs', [{ fromBlock, toBlock, address: to() }])

  test.each<readonly [string, () => ReturnType<typeof call>, number]>([
    ['one without gas by the cap', () => run(), 2],
    ['an estimate too', () => run(undefined, 'eth_estimateGas'), 2],
    ['an access list too', () => run(undefined, 'eth_createAccessList'), 2],
    ['one of 25 million gas', () => run(25_000_000), 1],
    ['one of a little more', () => run(25_000_001), 2],
    ['one of the cap', () => run(50_000_000), 2],
    ['one of no gas', () => run(0), 1],
    ['one that is refused', () => run(50_000_001), 1],
    ['logs of a block', () => logs('0x1', '0x1'), 1],
    ['logs of 2000 blocks', () => logs('0x0', '0x7d0'), 1],
    ['logs of a few more', () => logs('0x0', '0x7d1'), 2],
    ['logs of 10 000 blocks', () => logs('0x0', '0x2710'), 5],
    ['logs backwards', () => logs('0x2710', '0x0'), 1],
    ['logs by names', () => logs('latest', 'latest'), 1],
    ['logs from the beginning', () => logs('earliest', '0xfa0'), 2],
    ['fees of 256 blocks', () => call('eth_feeHistory', ['0x100', 'latest', []]), 1],
    ['fees of 1024 blocks', () => call('eth_feeHistory', [1024, 'latest', []]), 4],
    ['a proof of 21 slots', () => call('eth_getProof', [to(), Array.from({ length: 21 }, () => '0x0'), 'latest']), 2],
    ['any other', () => call('eth_getBlockByNumber', ['latest', true]), 1],
  ])('%s', async (_, one, expected) => {
    await inOneMinute(async () => expect(await units(one())).toBe(expected))()
    await inOneMinute(async () => expect(await units(call('eth_gasPrice'), one(), one())).toBe(1 + 2 * expected))()
  })

  test('and a deployment that allows more gas charges for it', async () => {
    await net.withVariables(
      { RPC_PROXY_MAX_GAS: '200000000' },
      inOneMinute(async () => {
        expect(await units(run(), run(75_000_001))).toBe(8 + 4)
      }),
    )
  })

  test(
    'also where the range depends on where the chain stands, and memory answers',
    inOneMinute(async () => {
      const head = Number(await ask(net.rpcUrl, 'eth_blockNumber'))
      expect(await units(logs(numberToHex(Math.max(0, head - 2100)), 'latest'))).toBe(head > 2000 ? 2 : 1)
      const { hash } = Object(await ask(net.rpcUrl, 'eth_getBlockByNumber', 'latest', false))
      const kept = call('eth_call', [{ to: to(), data: '0x18160ddd' }, { blockHash: hash }])
      for (let i = 0; i < 3; i++) expect(await units(kept)).toBe(2)
    }),
  )

  test(
    'and one that the budget does not hold is not made, alone or in a batch',
    inOneMinute(async () => {
      net.node.reset()
      const headers = await caller()
      for (let i = 0; i < 8; i++) expect((await net.post(run(), headers)).status).toBe(200)
      expect((await net.post(run(25_000_000), headers)).headers.get('x-ratelimit-remaining')).toBe('3')
      const requests = net.node.requests.length
      expect((await net.post(logs('0x0', '0x2710'), headers)).code).toBe('rate_limited')
      expect((await net.post([run(), run()], headers)).code).toBe('rate_limited')
      expect(net.node.requests).toHaveLength(requests)
      expect((await net.post(run(25_000_000), headers)).headers.get('x-ratelimit-remaining')).toBe('0')
    }),
  )

  test(
    'and one that no budget ever holds says so, instead of when to come back',
    inOneMinute(async () => {
      net.node.reset()
      const answer = await net.post(
        Array.from({ length: 11 }, () => run()),
        await caller(),
      )
      expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
      expect(Object(answer.json).error).toMatch(/counts as 22, but its budget is 20 in 60 seconds/)
      expect(net.node.requests).toEqual([])
    }),
  )

  test(
    'however many come at once',
    inOneMinute(async () => {
      net.node.reset()
      const headers = await caller()
      const answers = await Promise.all(Array.from({ length: 12 }, () => net.post(run(), headers)))
      const made = answers.filter(({ status }) => status === 200).length
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - made)
      expect(net.node.requests).toHaveLength(made)
      expect(2 * made).toBeLessThanOrEqual(OF_PRINCIPAL)
    }),
  )
})

describe('of heavy calls, a batch has at most 20', () => {
  const heavy = ['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'eth_getLogs', 'eth_feeHistory', 'eth_getProof']
  const params: Readonly<Record<string, () => readonly unknown[]>> = {
    eth_getLogs: () => [{ fromBlock: 'latest' }],
    eth_feeHistory: () => ['0x1', 'latest', []],
    eth_getProof: () => [net.world.contracts.usdc, [], 'latest'],
  }
  const of = (method: string) =>
    call(method, params[method]?.() ?? [{ to: net.world.contracts.usdc, gas: '0x5208' }, 'latest'])
  const generous = { LIMIT_RPC_PROXY: '1000', LIMIT_RPC_PROXY_IP: '1000' }

  test('of whatever kinds they are, and with any number of light ones', async () => {
    await net.withVariables(generous, async () => {
      net.node.reset()
      const headers = await caller()
      const twenty = Array.from({ length: 20 }, (_, i) => of(heavy[i % heavy.length] ?? ''))
      const light = Array.from({ length: 79 }, () => call('eth_gasPrice'))
      const fits = await net.post([...light, ...twenty], headers)
      expect([fits.status, Object(fits.json).length]).toEqual([200, 99])
      net.node.reset()
      for (const method of heavy) {
        const answer = await net.post([of(method), ...light, ...twenty], headers)
        expect([answer.status, answer.code]).toEqual([400, 'invalid_request'])
        expect(Object(answer.json).error).toMatch(/a batch may have at most 20 heavy calls .* this one has 21/)
      }
      expect(net.node.requests).toEqual([])
    })
  })

  test('also counting those that are refused for their gas', async () => {
    const calls = Array.from({ length: 21 }, () => call('eth_call', [{ gas: '0xffffffff' }]))
    expect((await net.post(calls, await caller())).code).toBe('invalid_request')
  })
})

test('security: what is given back for lack of a slot is bounded, so that refusals are not work that costs nothing', () =>
  net.withVariables(
    { LIMIT_RPC_PROXY: '6', LIMIT_RPC_PROXY_IP: '6', RPC_PROXY_MAX_IN_FLIGHT: '10' },
    inOneMinute(async () => {
      const headers = { ...(await caller()), ...from() }
      // Earlier Workers release their slots first.
      const slots = (await net.objects('RPC_SLOTS')).getByName('ceiling')
      const all = { key: 'ceiling', id: 'test', want: 10, need: 10, most: 10, seconds: 0 }
      const free = (): Promise<unknown> => Reflect.get(slots, 'claim')({ ...all, turn: Date.now() })
      await expect.poll(free, { interval: 250 }).toBe(10)
      let letGo = () => {}
      const gate = new Promise<void>((resolve) => (letGo = resolve))
      net.node.answer = net.second.answer = ({ text, json, response }) => {
        if (text.includes('eth_chainId')) return false
        void gate.then(() => response.end(JSON.stringify({ jsonrpc: '2.0', id: Object(json).id, result: '0x1' })))
        return true
      }
      try {
        const held = Array.from({ length: 5 }, () => net.post(call('eth_gasPrice'), headers))
        await expect.poll(() => net.node.open).toBe(5)
        const codes: (string | null)[] = []
        while (codes.length < 100 && codes.at(-1) !== 'rate_limited')
          codes.push((await net.post(call('eth_gasPrice'), headers)).code)
        letGo()
        await Promise.all(held)
        // Ten times the budget is given back; then what is left of it is spent.
        expect(codes).toEqual([...Array.from({ length: 60 + 1 }, () => 'rpc_proxy_busy'), 'rate_limited'])
      } finally {
        letGo()
        net.node.reset()
        net.second.reset()
      }
    }),
  ))

test(
  'each chain has budgets of its own, by whichever of its names',
  inOneMinute(async () => {
    const headers = await caller()
    expect((await batch(OF_PRINCIPAL, headers)).status).toBe(200)
    expect((await batch(1, headers, '?chain=31337')).status).toBe(429)
    for (let i = 0; i < OF_PRINCIPAL; i++)
      expect((await batch(1, headers, `?chain=${['eth', 'mainnet', '1'][i % 3]}`)).code).toBe('rpc_not_configured')
    expect((await batch(1, headers, '?chain=ethereum')).status).toBe(429)
    expect((await batch(1, headers, '?chain=op')).code).toBe('rpc_not_configured')
  }),
)

test(
  'security: chains that do not exist have no budgets of their own',
  inOneMinute(async () => {
    const ip = from()
    const codes = new Set<string | null>()
    for (let i = 0; i <= OF_IP; i++) codes.add((await net.post('{', ip, `?chain=${900 + i}`)).code)
    expect([...codes]).toEqual(['unauthenticated', 'rate_limited'])
  }),
)
