import { describe, expect, it } from 'vitest'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { accountOf, PAGE, signIn, type Answer } from './support.ts'
import { receiptHeaders } from '../build/support.ts'
import { ADMINS_IP, startAdminNet } from './startAdminNet.ts'
import { useNet } from '../support/useNet.ts'

/** Every operation that is for administrators alone. */
const ALL = Object.values(OPERATIONS.account).filter((one: Operation) => one['x-auth'] === 'admin')
/** A valid body for whatever is about something that is not there. */
const BODY = { id: 2 ** 40, requestId: 2 ** 40, address: `0x${'5'.repeat(40)}` }

const at = useNet(() => startAdminNet())

const send = ({ method, path }: Operation, headers: Record<string, string>): Promise<Answer> =>
  method === 'get' ? at.get(path, headers) : at.post(path, BODY, headers)

const expectPrivate = ({ headers, status }: Answer) => {
  expect(headers.get('cache-control'), String(status)).toBe('private, no-store')
  for (const name of ['Authorization', 'Cookie', 'Origin']) expect(headers.get('vary')).toContain(name)
}

it('are those of the waitlist and of who may create', () => {
  expect(ALL.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'get /admin/creator-access/allowlist',
    'get /admin/creator-access/requests',
    'get /admin/waitlist/entries',
    'post /admin/creator-access/allowlist',
    'post /admin/creator-access/approve',
    'post /admin/creator-access/deny',
    'post /admin/creator-access/revoke',
    'post /admin/waitlist/approve',
    'post /admin/waitlist/delete',
    'post /admin/waitlist/deny',
  ])
})

describe('security', () => {
  it('401 to an agent, 403 to callers who are not administrators, and nothing is stored', async () => {
    const stranger = await at.sessionOf(accountOf(at.net, 'stranger'))
    const agent = await receiptHeaders(at.net)
    for (const operation of ALL) {
      const answer = await send(operation, agent)
      expect(answer, operation.path).toMatchObject({ status: 401, code: 'unauthenticated' })
      expectPrivate(answer)
      const refused = await send(operation, stranger)
      expect(refused, operation.path).toMatchObject({ status: 403, code: 'forbidden' })
      expectPrivate(refused)
    }
  })

  it('takes the cookie of an administrator from trusted pages alone where something changes', async () => {
    const { cookie } = await signIn(at.net.api, accountOf(at.net, 'admin'))
    for (const operation of ALL) {
      for (const page of [{}, { origin: 'https://evil.example' }]) {
        const answer = await send(operation, { cookie, ...page })
        if (operation.method === 'get') expect(answer.status).toBe(200)
        else expect(answer, operation.path).toMatchObject({ status: 403, code: 'forbidden_origin' })
        expectPrivate(answer)
      }
      const trusted = await send(operation, { cookie, origin: PAGE })
      expect([200, 404], operation.path).toContain(trusted.status)
      expectPrivate(trusted)
    }
  })

  it('refuses an administrator’s foreign page without having changed anything', async () => {
    const { requestId } = await at.newRequest()
    const { cookie } = await signIn(at.net.api, accountOf(at.net, 'admin'))
    await at.post('/admin/creator-access/approve', { requestId }, { cookie, origin: 'https://evil.example' })
    expect(await at.rows('select status from access_requests where id = ?', requestId)).toEqual([{ status: 'pending' }])
    expect(await at.log(requestId)).toEqual([])
  })

  it('has no administrator where none is named', async () => {
    await at.net.withVariables({ ADMIN_ADDRESSES: '' }, async () => {
      for (const operation of ALL)
        expect(await send(operation, at.first)).toMatchObject({ status: 403, code: 'forbidden' })
    })
  })

  it('logs where an administrator calls from as a keyed hash', async () => {
    const hashes: string[] = []
    for (const ip of [ADMINS_IP, ADMINS_IP, '203.0.113.78']) {
      const { requestId } = await at.newRequest()
      await at.post('/admin/creator-access/deny', { requestId }, { ...at.first, 'cf-connecting-ip': ip })
      const [logged] = await at.log(requestId)
      expect(JSON.stringify(logged)).not.toContain(ip)
      hashes.push(logged?.ip_hash ?? '')
    }
    const [one, same, another] = hashes
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect([same === one, another === one]).toEqual([true, false])
    await at.net.withVariables({ AUTH_NONCE_SECRET: 'x'.repeat(32) }, async () => {
      await at.post('/admin/creator-access/allowlist', { address: BODY.address, note: 'another key' })
    })
    expect((await at.log(BODY.address)).at(-1)?.ip_hash).not.toBe(one)
  })
})

describe('error', () => {
  it('none of it is kept either', async () => {
    const answers = [
      await at.post('/admin/waitlist/approve', '{'),
      await at.post('/admin/waitlist/approve', {}),
      await at.post('/admin/waitlist/approve', { id: 2 ** 40 }),
      await at.post('/admin/waitlist/approve', { id: 1, note: 'x'.repeat(16_384) }),
      await at.get('/admin/waitlist/approve'),
      await at.get('/admin/waitlist/entries?status=x'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 413, 405, 400])
    answers.forEach(expectPrivate)
  })

  it('is not configured without a secret to key the log’s hashes with, and changes nothing', async () => {
    const { requestId } = await at.newRequest()
    await at.net.withVariables({ AUTH_NONCE_SECRET: '' }, async () => {
      for (const operation of ALL) {
        const answer = await send(operation, at.first)
        if (operation.method === 'get') expect(answer.status).toBe(200)
        else expect(answer, operation.path).toMatchObject({ status: 503, code: 'session_not_configured' })
      }
      expect(await at.post('/admin/creator-access/approve', { requestId })).toMatchObject({ status: 503 })
    })
    expect(await at.rows('select status from access_requests where id = ?', requestId)).toEqual([{ status: 'pending' }])
  })
})
