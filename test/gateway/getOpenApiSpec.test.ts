import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { startGateway, type Gateway } from './startGateway.ts'

const { json } = openApiDocument()
let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test.each(['/api/v1/spec.json', '/openapi.json', '/api/openapi.json'])('%s is the generated document', async (path) => {
  const answer = await fetch(`${gateway.host}${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('public')
  expect(answer.headers.get('ratelimit')).toMatch(/^"read";r=\d+;t=\d+$/)
  expect(await answer.text()).toBe(json)
})

test('an unchanged document is 304, and HEAD has its headers alone', async () => {
  const first = await fetch(`${gateway.host}/openapi.json`, { method: 'HEAD' })
  expect(await first.text()).toBe('')
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(`${gateway.host}/openapi.json`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(again.headers.get('etag')).toBe(etag)
})

test.each(['/api/v1/spec.json', '/openapi.json'])('a wrong method at %s is 405 with Allow', async (path) => {
  const answer = await fetch(`${gateway.host}${path}`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
