import type { LocalAccount } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { HandoffCode } from '../../schema/account/handoff.ts'
import { AuthSessions } from '../../schema/account/sessions.ts'
import { seeded } from '../support/seeded.ts'
import { redeem } from './handoff/support.ts'
import {
  accountOf,
  type Answer,
  bearer,
  call,
  dataOf,
  PAGE,
  receiptOf,
  signIn,
  startAccountNet,
  toAnswer,
} from './support.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
const random = seeded('own sessions')
const net = useNet(() => startAccountNet({ nodeUrl: proxy.nodeUrl }))

type Headers = Record<string, string>
const send = async (method: string, path: string, headers: Headers): Promise<Answer> =>
  toAnswer(await fetch(`${net.api}/auth/sessions${path}`, { method, headers }))
const list = async (headers: Headers) => dataOf(await send('GET', '', headers), AuthSessions).sessions
const isSignedIn = async (headers: Headers) => (await call(net.api, 'me', undefined, headers)).status === 200
const refused = { status: 401, code: 'unauthenticated' }
/** So many sessions of one account. */
const signedIn = async (count: number, account: LocalAccount = random.account()) => {
  const sessions: Headers[] = []
  for (let i = 0; i < count; i++) sessions.push(bearer((await signIn(net.api, account)).token))
  return { account, sessions, first: sessions[0] ?? {}, second: sessions[1] ?? {} }
}
const idOf = async (headers: Headers) => (await list(headers)).find(({ isCurrent }) => isCurrent)?.id ?? ''

describe('listAuthSessions', () => {
  test('shows the caller’s sessions, the current one, and how each began, without a request to a node', async () => {
    const { account, first, second } = await signedIn(2)
    proxy.reset()
    proxy.mode = 'drop'
    const answer = await send('GET', '', first)
    const { sessions } = dataOf(answer, AuthSessions)
    proxy.reset()
    expect(sessions).toHaveLength(2)
    for (const session of sessions) {
      expect(session).toMatchObject({ address: account.address, by: account.address, method: 'key' })
      expect(Date.parse(session.expiresAt) - Date.parse(session.startedAt)).toBe(604_800_000)
    }
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(await idOf(first)).not.toBe(await idOf(second))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })

  test('shows a hand-off as one', async () => {
    const { account, first } = await signedIn(1)
    const { code } = dataOf(await call(net.api, 'handoff-create', {}, first), HandoffCode)
    expect((await redeem(net.api, { code })).status).toBe(200)
    expect((await list(first)).map(({ method, by }) => [method, by])).toEqual(
      expect.arrayContaining([
        ['handoff', account.address],
        ['key', account.address],
      ]),
    )
  })

  test('security: no token, nobody else’s session, and nothing without a session', async () => {
    const [own, other] = [await signedIn(1), await signedIn(1)]
    const answer = await send('GET', '', own.first)
    expect(dataOf(answer, AuthSessions).sessions.map(({ address }) => address)).toEqual([own.account.address])
    const [, token = ''] = own.first['authorization']?.split(' ') ?? []
    expect(JSON.stringify(answer.json)).not.toContain(token.slice(0, 16))
    const { receipt } = await receiptOf(net.api, 0, accountOf(net, 'agent'))
    for (const headers of [{}, bearer('0'.repeat(66)), { 'x-siwa-receipt': receipt }])
      expect(await send('GET', '', headers)).toMatchObject(refused)
    expect(await isSignedIn(other.first)).toBe(true)
  })
})

describe('endAuthSession', () => {
  test('ends the session of that name, with the code that it requested, and no other', async () => {
    const { first, second } = await signedIn(2)
    const { code } = dataOf(await call(net.api, 'handoff-create', {}, second), HandoffCode)
    const id = await idOf(second)
    const Ended = z.strictObject({ id: z.literal(id), ended: z.literal(true) })
    expect(dataOf(await send('DELETE', `/${id}`, first), Ended).ended).toBe(true)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
    expect(await redeem(net.api, { code })).toMatchObject({ status: 400, code: 'invalid_handoff_code' })
  })

  test('error: one that ended before, one that never was, and what is no name', async () => {
    const { first, second } = await signedIn(2)
    const id = await idOf(second)
    const gone = { status: 404, code: 'session_not_found' }
    expect((await send('DELETE', `/${id}`, first)).status).toBe(200)
    expect(await send('DELETE', `/${id}`, first)).toMatchObject(gone)
    expect(await send('DELETE', `/${'0'.repeat(34)}`, first)).toMatchObject(gone)
    for (const name of ['x', id.slice(2), id.toUpperCase().padEnd(34, 'G')])
      expect(await send('DELETE', `/${name}`, first)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('security: nobody ends the session of another, and no foreign page by the cookie', async () => {
    const [own, other] = [await signedIn(1), await signedIn(1)]
    const id = await idOf(own.first)
    expect(await send('DELETE', `/${id}`, other.first)).toMatchObject({ status: 404, code: 'session_not_found' })
    expect(await send('DELETE', `/${id}`, {})).toMatchObject(refused)
    const { cookie } = await signIn(net.api, own.account)
    const foreign = { cookie, origin: 'https://evil.example' }
    expect(await send('DELETE', `/${id}`, foreign)).toMatchObject({ status: 403, code: 'forbidden_origin' })
    expect(await isSignedIn(own.first)).toBe(true)
    expect((await send('DELETE', `/${id}`, { cookie, origin: PAGE })).status).toBe(200)
  })

  test('concurrency: of twenty who end one session at once all see it ended, and it stays so', async () => {
    const { first, second } = await signedIn(2)
    const id = await idOf(second)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('DELETE', `/${id}`, first)))
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, false])
  })
})

describe('endAllAuthSessions', () => {
  const Ended = z.strictObject({ ended: z.int() })

  test('ends all of the caller’s, its own too, and clears the cookie; not those of others', async () => {
    const other = await signedIn(1)
    const { account, first, second, sessions } = await signedIn(3)
    const { code } = dataOf(await call(net.api, 'handoff-create', {}, second), HandoffCode)
    const answer = await send('DELETE', '', first)
    expect(dataOf(answer, Ended)).toEqual({ ended: 3 })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=;.*Max-Age=0/)
    for (const headers of sessions) expect(await isSignedIn(headers)).toBe(false)
    expect(await redeem(net.api, { code })).toMatchObject({ status: 400, code: 'invalid_handoff_code' })
    expect(await send('DELETE', '', first)).toMatchObject(refused)
    expect(await isSignedIn(other.first)).toBe(true)
    expect(await isSignedIn((await signedIn(1, account)).first)).toBe(true)
  })

  test('security: takes a session, and its cookie from a trusted page alone', async () => {
    const account = random.account()
    const { cookie } = await signIn(net.api, account)
    expect(await send('DELETE', '', {})).toMatchObject(refused)
    const foreign = { cookie, origin: 'https://evil.example' }
    expect(await send('DELETE', '', foreign)).toMatchObject({ status: 403, code: 'forbidden_origin' })
    expect(await isSignedIn({ cookie })).toBe(true)
  })
})
