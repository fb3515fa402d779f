import { expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site'] }))

test.each(['/api/v1/spec.json', '/openapi.json', '/api/openapi.json'])('%s is the generated document', async (path) => {
  const answer = await fetch(`${net.host}${path}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('public')
  expect(answer.headers.get('ratelimit')).toMatch(/^"read";r=\d+;t=\d+$/)
  expect(await answer.text()).toBe(openApiDocument())
})

test.each(['/api/v1/spec.json', '/openapi.json'])('a wrong method at %s is 405 with Allow', async (path) => {
  const answer = await fetch(`${net.host}${path}`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
})
