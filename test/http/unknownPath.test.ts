import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../schema/index.ts'
import { createUnknownPath } from '../../shared/http/unknownPath.ts'
import { RouteFinder } from '../../shared/http/RouteFinder.ts'

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const routes = Object.values(OPERATIONS)
  .flatMap((family) => Object.values(family))
  .map((operation) => ({
    method: operation.method.toUpperCase(),
    path: `/api${operation.path}`,
    operation,
    allow: 'GET, OPTIONS',
  }))
const finder = new RouteFinder(routes)

describe('the nearest route', () => {
  test.each([
    ['GET', `/api/v1/vault/${ADDRESS}/reprot`, 'GET /api/v1/vault/{address}/report'],
    ['GET', `/api/v1/vualt/${ADDRESS}/report`, 'GET /api/v1/vault/{address}/report'],
    ['GET', `/api/vault/${ADDRESS}/report`, 'GET /api/v1/vault/{address}/report'],
    ['GET', `/v1/vault/${ADDRESS}/report`, 'GET /api/v1/vault/{address}/report'],
    ['GET', '/api/v1/vault/report', 'GET /api/v1/vault/{address}/report'],
    ['GET', '/gauge/epoch', 'GET /api/v1/gauge/epoch'],
    ['GET', '/api/v1/GAUGE/Epoch', 'GET /api/v1/gauge/epoch'],
    ['GET', '/api/v2/gauge/epoch', 'GET /api/v1/gauge/epoch'],
    ['GET', '/api/v1/auth/nonce', 'GET /api/auth/nonce'],
    ['POST', '/api/v1/build/vetoken/lok', 'POST /api/v1/build/vetoken/lock'],
    ['GET', '/social/reputation-grph', 'GET /api/social/reputation-graph'],
    ['POST', '/social/reputation-grph', 'POST /api/social/reputation-graph'],
  ])('%s %s: %s', (method, path, expected) => {
    const near = finder.nearest(method, path)
    expect(`${near?.method} ${near?.path}`).toBe(expected)
  })

  test.each(['/', '/api', '/wp-login.php', '/.env', '/api/v1/nothing/here', `/${'a'.repeat(4000)}`, '/%00/%ff', '//'])(
    'of %s there is none',
    (path) => expect(finder.nearest('GET', path)).toBeUndefined(),
  )

  test('is not where the path already is: / has no slash too many', () => {
    expect(new RouteFinder([{ method: 'GET', path: '/' }]).withoutSlash('/')).toBeUndefined()
  })

  test('is found by looking at no more than 256 characters and 8 segments', () => {
    const path = `/api/v1/gauge/epoch${'/x'.repeat(2000)}`
    expect(finder.nearest('GET', path)).toEqual(finder.nearest('GET', '/api/v1/gauge/epoch/x/x/x/x'))
  })
})

describe('a slash at the end', () => {
  const unknownPath = createUnknownPath(routes)
  const redirect = (path: string, method = 'GET') =>
    unknownPath.redirect(new Request(`https://api.example.com${path}`, { method }), (operation) => ({
      'x-request-id': operation?.operationId ?? '',
    }))

  test('of an operation leads to it, whatever the method, with its query', () => {
    const answer = redirect('/api/v1/gauge/epoch/?minBlock=5&x=%2F', 'POST')
    expect(answer?.status).toBe(308)
    expect(answer?.headers.get('location')).toBe('/api/v1/gauge/epoch?minBlock=5&x=%2F')
    expect(answer?.headers.get('x-request-id')).toBe('getGaugeEpoch')
    expect(answer?.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('is no reason to redirect a preflight', () => {
    const answer = redirect('/api/v1/gauge/epoch/', 'OPTIONS')
    expect([answer?.status, answer?.headers.get('location')]).toEqual([204, null])
    expect(answer?.headers.get('access-control-allow-methods')).toBe('GET, OPTIONS')
  })

  test.each(['/', '//', '//evil.example/', '/api/v1/gauge/', '/api/v1/vault//report/', '/x/'])(
    'security: %s leads nowhere',
    (path) => expect(redirect(path)).toBeUndefined(),
  )
})
