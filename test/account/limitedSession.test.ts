import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { SignInChallenge, StartedSession } from '../../schema/account/answers.ts'
import { AuthSessions } from '../../schema/account/sessions.ts'
import { LIMITED_STATEMENT } from '../../shared/auth/limitedSignIn.ts'
import { expectBetween } from '../support/expectBetween.ts'
import { seeded } from '../support/seeded.ts'
import { deleted, signedIn } from './portfolioCalls.ts'
import {
  accountOf,
  bearer,
  call,
  dataOf,
  me,
  PAGE,
  signIn,
  startAccountNet,
  toAnswer,
  writeMessage,
} from './support.ts'
import { useNet } from '../support/useNet.ts'

const random = seeded('limited sessions')
const net = useNet(() => startAccountNet())

type Headers = Record<string, string>
type Signer = Parameters<typeof signIn>[1]
const verify = (body: unknown, headers?: Headers) => call(net.api, 'verify', body, headers)
const signed = async (message: string, account: Signer) => ({
  message,
  signature: await account.signMessage({ message }),
})
const write = (account: Signer, changes = {}) => writeMessage(net.api, account.address, changes, 'limited')
const limited = async (account: Signer) => bearer((await signIn(net.api, account, 'limited')).token)
const full = async (account: Signer) => bearer((await signIn(net.api, account)).token)
const sessions = async (method: string, headers: Headers) =>
  toAnswer(await fetch(`${net.api}/auth/sessions`, { method, headers }))
const scopes = async (headers: Headers) =>
  dataOf(await sessions('GET', headers), AuthSessions).sessions.map(({ scope }) => scope)
const refused = { status: 401, code: 'unauthenticated' }
const isOver = async (headers: Headers) => expect(await call(net.api, 'me', undefined, headers)).toMatchObject(refused)

describe('happy', () => {
  test('an account signs in for 15 minutes, gets a token and no cookie, and opens no account', async () => {
    const account = random.account()
    const began = Date.now()
    const answer = await verify(await signed(await write(account), account))
    const { address, expiresAt, scope, token = '' } = dataOf(answer, StartedSession)
    expect([address, scope, answer.headers.get('set-cookie')]).toEqual([account.address, 'limited', null])
    expectBetween(Date.parse(expiresAt) - 900_000, began)
    expect(await me(net.api, bearer(token))).toMatchObject({ kind: 'session', address, expiresAt, account: null })
  })

  test('a page of a trusted origin gets the token too', async () => {
    const account = random.account()
    const message = await write(account, { domain: 'app.example.com', uri: `${PAGE}/` })
    const answer = await verify(await signed(message, account), { origin: PAGE })
    expect(dataOf(answer, StartedSession).token).toMatch(/^[0-9a-f]{66}$/)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })

  test('a contract wallet signs in by ERC-1271', async () => {
    const { wallet } = net.world.contracts
    const message = await writeMessage(net.api, wallet, {}, 'limited')
    const answer = await verify(await signed(message, accountOf(net, 'owner')))
    const { address, scope, token = '' } = dataOf(answer, StartedSession)
    expect([address, scope]).toEqual([wallet, 'limited'])
    expect(await me(net.api, bearer(token))).toMatchObject({ address: wallet })
  })

  test('the nonce comes with the statement, which that of a full session does not have', async () => {
    expect(dataOf(await call(net.api, 'nonce?scope=limited'), SignInChallenge).statement).toBe(LIMITED_STATEMENT)
    expect(dataOf(await call(net.api, 'nonce'), SignInChallenge)).not.toHaveProperty('statement')
    expect(LIMITED_STATEMENT).toMatch(/^[ -~]+$/)
  })

  test('the account’s sessions are listed with their scope, and end together', async () => {
    const account = random.account()
    const [one, other] = [await full(account), await limited(account)]
    expect((await scopes(one)).toSorted()).toEqual(['full', 'limited'])
    expect(await sessions('DELETE', one)).toMatchObject({ json: { data: { ended: 2 } } })
    await isOver(other)
  })

  test('it signs itself out', async () => {
    const headers = await limited(random.account())
    expect((await call(net.api, 'logout', '', headers)).status).toBe(200)
    await isOver(headers)
  })
})

describe('error', () => {
  test.each([undefined, 'Sign in.'])(
    'the statement %o is refused, and the error has the right one',
    async (statement) => {
      const account = random.account()
      const answer = await verify(await signed(await write(account, { statement }), account))
      expect(answer).toMatchObject({ status: 400, code: 'invalid_message' })
      expect(JSON.stringify(answer.json)).toContain(JSON.stringify(LIMITED_STATEMENT).slice(1, -1))
    },
  )

  test.each(['full', 'Limited', ''])('the scope %o is not one to ask for', async (scope) => {
    expect(await call(net.api, `nonce?scope=${scope}`)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('it is over after 15 minutes, and says so', async () => {
    const headers = await limited(random.account())
    try {
      await net.changeTime('core', { aheadMs: 890_000 })
      expect((await call(net.api, 'me', undefined, headers)).status).toBe(200)
      await net.changeTime('core', { aheadMs: 901_000 })
      const answer = await call(net.api, 'me', undefined, headers)
      expect(answer).toMatchObject({ ...refused, json: { error: expect.stringContaining('the session has expired') } })
    } finally {
      await net.changeTime('core', { aheadMs: 0 })
    }
  })
})

describe('security', () => {
  test('the scope is that of the nonce, whatever else the request says', async () => {
    const account = random.account()
    const { message, signature } = await signed(await write(account), account)
    const request = { message, signature, scope: 'full' }
    expect(dataOf(await verify(request), StartedSession).scope).toBe('limited')
    const ofFull = await signed(await writeMessage(net.api, account.address), account)
    const started = dataOf(await verify({ ...ofFull, scope: 'limited' }), StartedSession)
    expect(started).not.toHaveProperty('scope')
  })

  test('a nonce of one scope signs in for no other, not with the text of the other either', async () => {
    const account = random.account()
    const asLimited = await writeMessage(net.api, account.address, { statement: LIMITED_STATEMENT })
    const asFull = await write(account, { statement: undefined })
    for (const message of [asLimited, asFull])
      expect(await verify(await signed(message, account))).toMatchObject({ status: 400, code: 'invalid_message' })
  })

  test('it does not write, and the error and the challenge say which session does', async () => {
    const headers = await limited(random.account())
    const answer = await call(net.api, 'handoff-create', {}, headers)
    expect(answer).toMatchObject({
      ...refused,
      json: {
        error: expect.stringMatching(/the session is limited: .* request the nonce without `scope`; sign a message/),
      },
    })
    expect(answer.headers.get('www-authenticate')).toContain(
      'Bearer realm="session", error="invalid_token", scope="full"',
    )
    for (const method of ['GET', 'DELETE']) expect(await sessions(method, headers)).toMatchObject(refused)
    expect((await call(net.api, 'me', undefined, headers)).status).toBe(200)
  })

  test('is not accepted as a cookie, and does not change the session of the browser', async () => {
    const account = random.account()
    const { token } = await signIn(net.api, account, 'limited')
    const { cookie } = await signIn(net.api, account)
    expect(await call(net.api, 'me', undefined, { cookie: `session=${token}` })).toMatchObject(refused)
    const both = { cookie: `session=${token}; ${cookie}`, origin: PAGE }
    expect(await call(net.api, 'me', undefined, both)).toMatchObject({ status: 200 })
  })

  test('it reads its own wallet only, not the account’s profile or other wallets', async () => {
    const key = random.key()
    const person = await signedIn(net.api, key)
    const headers = await limited(privateKeyToAccount(key))
    expect(await me(net.api, bearer(person.token))).toMatchObject({
      account: { wallets: [{ address: person.address }] },
    })
    expect(await me(net.api, headers)).toMatchObject({ address: person.address, account: null })
    expect(await person.send('GET', '', undefined, headers)).toMatchObject({ status: 403, code: 'wallet_session' })
  })

  test('it deletes no account, and ends with one', async () => {
    const key = random.key()
    const person = await signedIn(net.api, key)
    const headers = await limited(privateKeyToAccount(key))
    expect(await person.send('POST', '/deletion', undefined, headers)).toMatchObject(refused)
    const { confirmation } = await person.ask()
    expect(await person.send('DELETE', '', { confirmation }, headers)).toMatchObject(refused)
    deleted(await person.confirm(confirmation))
    await isOver(headers)
  })
})

describe('concurrency', () => {
  test('of 20 uses of one message at once exactly one starts a session', async () => {
    const account = random.account()
    const body = await signed(await write(account), account)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalid_nonce')).toHaveLength(19)
    expect((await scopes(await full(account))).toSorted()).toEqual(['full', 'limited'])
  })
})
