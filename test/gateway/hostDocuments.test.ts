import { describe, expect, test } from 'vitest'
import { startBeside } from '../support/startBeside.ts'
import { useNet } from '../support/useNet.ts'
import { localAgent } from '../../localnet/agent.ts'

const gateway = useNet(() => startBeside('gateway', {}, { AGENT: localAgent }))

const get = (path: string, init?: RequestInit) => fetch(`${gateway.host}${path}`, init)

const AGENT = ['agent-registration.json', 'erc8004.json', 'agent-card.json'].map((name) => `/.well-known/${name}`)
const PATHS = ['/.well-known/x402', '/health', '/api/health', ...AGENT]

describe.each(PATHS)('%s', (path) => {
  test('answers GET with security headers, a request id and open CORS', async () => {
    const answer = await get(path, {
      headers: { 'x-request-id': 'request-of-mine', origin: 'https://elsewhere.example' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('x-request-id')).toBe('request-of-mine')
    expect((await answer.text()).length).toBeGreaterThan(0)
  })

  test('answers HEAD without a body, and a preflight', async () => {
    const head = await get(path, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    const options = await get(path, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
    })
    expect(options.status).toBe(204)
    expect(options.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s with 405, Allow and the envelope', async (method) => {
    const answer = await get(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(await answer.json()).toEqual({ success: false, error: expect.stringMatching(/^method_not_allowed/) })
  })
})
