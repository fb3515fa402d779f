import { describe, expect, test } from 'vitest'
import { accountOf, bearer, call, me, PAGE, signIn, startAccountNet } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startAccountNet())

const start = () => signIn(net.api, accountOf(net, 'stranger'))
const logout = (headers: Record<string, string>) => call(net.api, 'logout', '', headers)
const isSignedIn = async (token: string) => (await call(net.api, 'me', undefined, bearer(token))).status === 200

describe('happy', () => {
  test('revokes the session of a cookie and clears the cookie', async () => {
    const { cookie, token } = await start()
    const answer = await logout({ cookie, origin: PAGE })
    expect(answer).toMatchObject({ status: 200, json: { success: true, data: { signedOut: true } } })
    expect(answer.headers.get('set-cookie')).toBe('session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
    expect(await isSignedIn(token)).toBe(false)
    expect(await call(net.api, 'me', undefined, { cookie })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  test('revokes the session of a bearer, and no other', async () => {
    const [one, other] = await Promise.all([start(), start()])
    await logout(bearer(one.token))
    expect(await isSignedIn(one.token)).toBe(false)
    expect(await me(net.api, bearer(other.token))).toMatchObject({ kind: 'session' })
  })

  test('without a session there is nothing to do', async () => {
    for (const headers of [{}, bearer('x'), bearer('0'.repeat(64)), { cookie: 'session=x' }])
      expect((await logout(headers)).status).toBe(200)
  })
})

describe('security', () => {
  test.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'a foreign page (%o) ends no session',
    async (headers) => {
      const { cookie, token } = await start()
      const answer = await logout({ cookie, ...headers })
      expect(answer).toMatchObject({ status: 403, code: 'forbidden_origin' })
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(await isSignedIn(token)).toBe(true)
    },
  )
})
