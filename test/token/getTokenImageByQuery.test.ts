import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodePng } from '../support/decodePng.ts'
import { inOneMinute, refusal } from '../support/inOneMinute.ts'
import { startTokenNet, type TokenNet } from './startTokenNet.ts'

let net: TokenNet
beforeAll(async () => {
  // The budgets of a deployment, not the thousandfold ones of a development machine.
  net = await startTokenNet({ variables: { LIMIT_MULTIPLIER: '1' } })
}, 120_000)
afterAll(() => net.stop())

const from = (ip: string, query: string) => net.get(`/token/image${query}`, { headers: { 'cf-connecting-ip': ip } })

const ask = (address: string, ip: string) => from(ip, `?address=${address}&size=64`)

/** Statuses of so many requests, all at once. */
async function burst(count: number, ask: (i: number) => Promise<Response>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (const response of await Promise.all(Array.from({ length: count }, (_, i) => ask(i)))) {
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
  return statuses
}

describe('getTokenImageByQuery', () => {
  test('is the picture of the token in the query', async () => {
    const { shareToken } = net.world.contracts
    const response = await from('192.0.2.1', `?address=${shareToken}&size=64`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = await response.bytes()
    expect(decodePng(bytes).width).toBe(64)
    expect(bytes).toEqual(await (await net.get(`/v1/token/${shareToken}/logo.png`)).bytes())
  })

  test.each([
    ['no address', '', 'invalid_request'],
    ['a wrong address', '?address=0x12', 'invalid_request'],
    ['another chain', `?address=0x${'1'.repeat(40)}&chain=1`, 'unsupported_chain'],
  ])('refuses %s', async (_, query, code) => {
    const response = await from('192.0.2.2', query)
    expect([response.status, response.headers.get('x-error-code')]).toEqual([400, code])
  })

  test('says what is left of the tighter budget', async () => {
    const response = await from('192.0.2.3', `?address=${net.world.contracts.shareToken}&size=64`)
    expect(response.headers.get('x-ratelimit-limit')).toBe('60')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('59')
    expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(0)
    expect(response.headers.get('ratelimit-policy')).toBe('"tokenImageAddress";q=60;w=60')
  })

  test('gives one client 60 of one token a minute, while other tokens and other clients go on', async () => {
    const { shareToken, shareToken2 } = net.world.contracts
    const { statuses, denied, other } = await inOneMinute(async (turn) => {
      const client = `192.0.2.${10 + turn}`
      return {
        statuses: await burst(60, (i) => ask(i % 2 ? shareToken : shareToken.toLowerCase(), client)),
        denied: await refusal(() => ask(shareToken, client)),
        other: await ask(shareToken2, client),
      }
    })
    expect(statuses).toEqual({ 200: 60 })
    expect([denied.status, denied.headers.get('x-error-code')]).toEqual([429, 'rate_limited'])
    expect(Number(denied.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect([denied.headers.get('x-ratelimit-limit'), denied.headers.get('x-ratelimit-remaining')]).toEqual(['60', '0'])
    expect(denied.headers.get('cache-control')).toContain('no-store')
    expect(other.status).toBe(200)
    expect((await ask(shareToken, '192.0.2.5')).status).toBe(200)
  })

  test('gives one client 180 of any tokens a minute, before anything else is looked at', async () => {
    const { statuses, denied } = await inOneMinute(async (turn) => {
      const ask = (i: number) => from(`192.0.2.${110 + turn}`, `?address=no-address-${i % 4}`)
      return { statuses: await burst(180, ask), denied: await refusal(() => ask(0)) }
    })
    expect(statuses).toEqual({ 400: 180 })
    expect([denied.status, denied.headers.get('x-ratelimit-limit')]).toEqual([429, '180'])
  })
})
