import { afterEach, expect, test } from 'vitest'
import { getHealth } from '../../functions/gateway/getHealth.ts'
import { startBeside, type Beside, type Family } from '../support/startBeside.ts'

let gateway: Beside | undefined
afterEach(() => gateway?.stop())

const healthy: Family = () => Response.json({})

test('all families that answer are named, at both paths', async () => {
  gateway = await startBeside('gateway', { gauge: healthy, token: healthy })
  for (const path of ['/health', '/api/health']) {
    const answer = await fetch(`${gateway.host}${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({
      success: true,
      data: { status: 'ok', families: ['token', 'gauge'], chain: null },
    })
  }
})

test('each family reports its own health over its binding', async () => {
  const own =
    (path: string): Family =>
    ({ url }) =>
      new Response(null, { status: new URL(url).pathname === path ? 200 : 404 })
  gateway = await startBeside('gateway', { gauge: own('/api/v1/gauge/health'), cre: own('/api/cre/health') })
  expect((await fetch(`${gateway.host}/health`)).status).toBe(200)
})

test('families that fail, answer an error or never answer are named in a 503', async () => {
  gateway = await startBeside('gateway', {
    gauge: healthy,
    token: () => Promise.reject(new Error('secret text')),
    vault: () => new Response(null, { status: 500 }),
    cre: () => new Promise(() => {}),
  })
  const answer = await fetch(`${gateway.host}/api/health`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('x-error-code')).toBe('family_unavailable')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await answer.json()).toEqual({ success: false, error: 'family_unavailable: token, vault, cre do not respond' })
})

test('an answer is kept for a second, and repeated while the next one is on its way: frequent requests call families once', async () => {
  const clock = { now: 1_800_000_000_000 }
  const gate = Promise.withResolvers<void>()
  let requests = 0
  let wait: Promise<void> | undefined
  const fetch = async () => {
    requests++
    await wait
    return Response.json({})
  }
  const chain = { chainId: 31337, reachable: false, error: 'upstream_failed' } as const
  const view = async () => (requests++, disposable({ chain }))
  const env = { GAUGE: { fetch }, STATUS_BOARD: { getByName: () => ({ view }) } }
  const health = () => getHealth(env, () => clock.now)
  const first = await health()
  // The family for its own health, and the board for the chain.
  expect(requests).toBe(2)
  clock.now += 999
  for (let i = 0; i < 5; i++) expect(await health()).toEqual(first)
  expect(requests).toBe(2)
  clock.now += 1
  wait = gate.promise
  const renewed = health()
  expect(await Promise.all(Array.from({ length: 20 }, health))).toEqual(Array.from({ length: 20 }, () => first))
  expect(requests).toBe(4)
  gate.resolve()
  expect(await renewed).toEqual(first)
})

/** Values from another isolate are disposable. */
const disposable = <T extends object>(value: T): T & Disposable => ({ ...value, [Symbol.dispose]: () => undefined })
