import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestNet } from '../support/localnet.ts'
import { call, startAccountNet } from './support.ts'

let net: TestNet
beforeAll(async () => {
  net = await startAccountNet({ variables: { LIMIT_MULTIPLIER: '1' } })
})
afterAll(() => net.stop())

/** Windows are minutes of the clock; all requests of a test belong into one. */
async function awayFromTheEdge(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 8000) await sleep(left)
}

test.each([
  ['nonce', undefined, 180, '203.0.113.1'],
  ['verify', {}, 120, '203.0.113.2'],
  ['agent-nonce', {}, 80, '203.0.113.3'],
  ['agent-verify', {}, 80, '203.0.113.4'],
] as const)(
  '%s: by default so many a minute from one IP, then 429 with Retry-After',
  async (operation, body, limit, ip) => {
    await awayFromTheEdge()
    const headers = { 'cf-connecting-ip': ip }
    const answers = await Promise.all(Array.from({ length: limit + 5 }, () => call(net.api, operation, body, headers)))
    const denied = answers.filter(({ status }) => status === 429)
    expect(denied).toHaveLength(5)
    expect(denied[0]?.code).toBe('rate_limited')
    expect(Number(denied[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await call(net.api, operation, body, { 'cf-connecting-ip': '203.0.113.99' })).status).not.toBe(429)
  },
  40_000,
)
