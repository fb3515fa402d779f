import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inOnePeriod } from '../../support/inOnePeriod.ts'
import { seeded } from '../../support/seeded.ts'
import { call, type ProxyNet, startProxyNet } from './startProxyNet.ts'

const OF_PRINCIPAL = 20
const OF_IP = 30

let net: ProxyNet
beforeAll(async () => {
  net = await startProxyNet({ LIMIT_RPC_PROXY: String(OF_PRINCIPAL), LIMIT_RPC_PROXY_IP: String(OF_IP) })
}, 60_000)
afterAll(() => net?.stop())
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
const forwarded = () => net.node.asked.reduce((sum, text) => sum + text.split('eth_gasPrice').length - 1, 0)
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
