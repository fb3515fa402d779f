import { describe, expect, test } from 'vitest'
import { MiniappSession, MiniappStatus } from '../../schema/chatapp/answers.ts'
import { bearer, dataOf } from '../account/support.ts'
import { soak } from '../support/soak.ts'
import { startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const open = (initData: unknown, key?: string) =>
  net.call('miniapp/session', { initData }, key === undefined ? {} : { 'idempotency-key': key })
const USED = { status: 409, code: 'launch_data_used' }
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
const status = (token: string) => net.call('miniapp/status', undefined, bearer(token))

describe('happy', () => {
  test('is a session of the user who opened the Mini App', async () => {
    const before = Date.now()
    const answer = await net.session({ user: '42', username: 'ada', chat: '42' })
    const session = dataOf(answer, MiniappSession)
    expect(session).toMatchObject({ chatappUserId: '42', chatappUsername: 'ada', chatId: '42', chatType: 'private' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const lifetime = Date.parse(session.expiresAt) - before
    expect(lifetime).toBeGreaterThan(890_000)
    expect(lifetime).toBeLessThan(960_000)
    const { session: reported, link } = dataOf(await status(session.sessionToken), MiniappStatus)
    expect(reported).toMatchObject({ chatappUserId: '42', expiresAt: session.expiresAt })
    expect(link).toBeNull()
  })

  test('is the same for the same key, for a page that was reloaded or lost the answer', async () => {
    const initData = net.chatapp.launchData({ user: '43' })
    const first = await open(initData, 'key-43')
    const session = dataOf(first, MiniappSession)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    for (const given of [initData, initData.split('&').toReversed().join('&')]) {
      await net.aheadBy(30_000)
      const again = await open(given, '"key-43"')
      expect(dataOf(again, MiniappSession)).toEqual(session)
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect((await status(session.sessionToken)).status).toBe(200)
    await net.aheadBy(0)
  })

  test('is another for other launch data, also under the same key', async () => {
    const [first, second] = [
      await open(net.chatapp.launchData({ user: '60' }), 'k'),
      await open(net.chatapp.launchData({ user: '60', username: 'ada' }), 'k'),
    ]
    expect(dataOf(first, MiniappSession).sessionToken).not.toBe(dataOf(second, MiniappSession).sessionToken)
  })
})

describe('error', () => {
  test.each([
    ['too much', 'a=b&'.repeat(1100), 400, 'invalid_request'],
    ['nothing that is signed', 'a=b', 400, 'invalid_launch_data'],
  ])('refuses %s', async (_, initData, expected, code) => {
    expect(await open(initData)).toMatchObject({ status: expected, code })
  })

  test('refuses what is too old, and what is from the future beyond the clocks’ difference', async () => {
    expect(await open(net.chatapp.launchData({ at: minutesAgo(6) }))).toMatchObject({
      status: 401,
      code: 'launch_data_expired',
    })
    expect(await open(net.chatapp.launchData({ at: minutesAgo(-3) }))).toMatchObject({
      status: 401,
      code: 'launch_data_not_yet_valid',
    })
    expect((await open(net.chatapp.launchData({ at: minutesAgo(-1) }))).status).toBe(200)
  })
})

describe('security', () => {
  test('refuses launch data that anything was changed in', async () => {
    const initData = net.chatapp.launchData({ user: '44' })
    for (const changed of [initData.replace('44', '45'), initData.replace(/hash=./, 'hash=0')]) {
      const { status: refused, code } = await open(changed)
      if (changed !== initData) expect([refused, code]).toEqual([401, 'launch_data_not_genuine'])
    }
    expect(await open(`${initData}&user=%7B%7D`)).toMatchObject({ status: 400, code: 'invalid_launch_data' })
  })

  test.each([
    ['another key', 'a', 'b'],
    ['no key after one', 'a', undefined],
    ['a key after none', undefined, 'a'],
    ['no key twice', undefined, undefined],
  ])('launch data is used once, whatever the order of its fields: %s', async (_, one, other) => {
    const initData = net.chatapp.launchData({ user: '46', username: `ada_${one}_${other}` })
    const { sessionToken } = dataOf(await open(initData, one), MiniappSession)
    expect(await open(initData.split('&').toReversed().join('&'), other)).toMatchObject(USED)
    expect((await status(sessionToken)).status).toBe(200)
  })

  test('launch data stays used as long as it is accepted, its session over or not', async () => {
    await net.withVariables({ CHATAPP_MINIAPP_SESSION_TTL_SECONDS: '60' }, async () => {
      const initData = net.chatapp.launchData({ user: '61', at: minutesAgo(-1) })
      dataOf(await open(initData, 'k'), MiniappSession)
      await net.aheadBy(330_000)
      expect(await open(initData, 'other')).toMatchObject(USED)
      expect(await open(initData, 'k')).toMatchObject(USED)
      await net.aheadBy(0)
    })
  })

  test('the session of a key is not found with a secret that was replaced', async () => {
    const initData = net.chatapp.launchData({ user: '62' })
    dataOf(await open(initData, 'k'), MiniappSession)
    const previous = net.secrets['CHATAPP_LINK_TOKEN_SECRET'] ?? ''
    const variables = { CHATAPP_LINK_TOKEN_SECRET: 'x'.repeat(40), CHATAPP_LINK_TOKEN_SECRET_PREVIOUS: previous }
    await net.withVariables(variables, async () => expect(await open(initData, 'k')).toMatchObject(USED))
  })

  test('a session’s token opens nothing when it was changed or made up', async () => {
    const token = await net.token({ user: '47' })
    const [id, secret = ''] = token.split('.')
    const flipped = secret.startsWith('0') ? `1${secret.slice(1)}` : `0${secret.slice(1)}`
    for (const forged of [`48.${secret}`, `${id}.${flipped}`, `${id}.${'0'.repeat(64)}`, secret, '']) {
      const answer = await status(forged)
      expect([answer.status, answer.code]).toEqual([401, 'unauthenticated'])
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="miniapp"(, error="invalid_token")?$/)
    }
  })

  test('opens one session, however many requests race, and all of its key get it', async () => {
    const initData = net.chatapp.launchData({ user: '49' })
    const keys = ['a', 'b', undefined]
    const answers = await Promise.all(
      Array.from({ length: soak(30, 300) }, (_, i) => open(initData, keys[i % keys.length])),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
    const winners = new Set(answers.flatMap(({ status: one }, i) => (one === 200 ? [keys[i % keys.length]] : [])))
    const tokens = answers.flatMap((answer) =>
      answer.status === 200 ? [dataOf(answer, MiniappSession).sessionToken] : [],
    )
    expect([winners.size, new Set(tokens).size]).toEqual([1, 1])
    expect(tokens).toHaveLength(winners.has(undefined) ? 1 : soak(10, 100))
  })

  test('takes the third-party signature where there is a bot’s id and no token', async () => {
    const variables = { CHATAPP_BOT_TOKEN: '', CHATAPP_BOT_ID: net.chatapp.bot.id }
    await net.withVariables({ ...variables, CHATAPP_INITDATA_PUBLIC_KEY: net.chatapp.publicKey }, async () => {
      const initData = net.chatapp.launchData({ user: '50' })
      expect(dataOf(await open(initData), MiniappSession).chatappUserId).toBe('50')
      expect(await open(initData.replace('50', '51'))).toMatchObject({ status: 401, code: 'launch_data_not_genuine' })
    })
    // The chat app's own key, which did not sign this.
    await net.withVariables(variables, async () =>
      expect(await net.session()).toMatchObject({ status: 401, code: 'launch_data_not_genuine' }),
    )
  })
})
