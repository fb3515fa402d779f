import { afterEach, expect, test } from 'vitest'
import { startGateway, type Gateway } from './startGateway.ts'

let gateway: Gateway | undefined
afterEach(() => gateway?.stop())

const healthy = 'export default { fetch: () => Response.json({}) }'

test('all families that answer are named, at both paths', async () => {
  gateway = await startGateway({ gauge: healthy, token: healthy })
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

test('each family is asked for its own health over its binding', async () => {
  const own = (path: string) =>
    `export default { fetch: (r) => new Response(null, { status: new URL(r.url).pathname === '${path}' ? 200 : 404 }) }`
  gateway = await startGateway({ gauge: own('/api/v1/gauge/health'), cre: own('/api/cre/health') })
  expect((await fetch(`${gateway.host}/health`)).status).toBe(200)
})

test('families that fail, answer an error or never answer are named in a 503', async () => {
  gateway = await startGateway({
    gauge: healthy,
    token: 'export default { fetch() { throw new Error("secret text") } }',
    vault: 'export default { fetch: () => new Response(null, { status: 500 }) }',
    cre: 'export default { fetch: () => scheduler.wait(60_000) }',
  })
  const started = Date.now()
  const answer = await fetch(`${gateway.host}/api/health`)
  expect(answer.status).toBe(503)
  expect(Date.now() - started).toBeLessThan(10_000)
  expect(answer.headers.get('x-error-code')).toBe('family_unavailable')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await answer.json()).toEqual({ success: false, error: 'family_unavailable: token, vault, cre do not answer' })
})

test('an answer is kept for a second, so that asking often asks families once', async () => {
  gateway = await startGateway({
    gauge: 'let n = 0; export default { fetch: () => new Response(null, { status: n++ ? 500 : 200 }) }',
  })
  const { host } = gateway
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) statuses.push((await fetch(`${host}/health`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})
