import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MiniappSession, MiniappStatus } from '../../schema/chatapp/answers.ts'
import { bearer, dataOf } from '../account/support.ts'
import { soak } from '../support/soak.ts'
import { type ChatappNet, startChatappNet } from './startChatappNet.ts'

let net: ChatappNet
beforeAll(async () => {
  net = await startChatappNet()
}, 120_000)
afterAll(() => net?.stop())

const open = (initData: unknown) => net.call('miniapp/session', { initData })
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
    const { session: told, link } = dataOf(await status(session.sessionToken), MiniappStatus)
    expect(told).toMatchObject({ chatappUserId: '42', expiresAt: session.expiresAt })
    expect(link).toBeNull()
  })

  test('is given again for a page that was reloaded, three times, each ending the one before', async () => {
    const initData = net.chatapp.launchData({ user: '43' })
    const tokens: string[] = []
    for (let i = 0; i < 4; i++) tokens.push(dataOf(await open(initData), MiniappSession).sessionToken)
    expect(await open(initData)).toMatchObject({ status: 409, code: 'launch_data_used' })
    const statuses = await Promise.all(tokens.map(async (token) => (await status(token)).status))
    expect(statuses).toEqual([401, 401, 401, 200])
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

  test('counts launch data whatever the order of its fields', async () => {
    const initData = net.chatapp.launchData({ user: '46' })
    const reversed = initData.split('&').toReversed().join('&')
    const first = dataOf(await open(initData), MiniappSession)
    dataOf(await open(reversed), MiniappSession)
    expect((await status(first.sessionToken)).status).toBe(401)
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

  test('opens no more sessions than it may, however they race', async () => {
    const initData = net.chatapp.launchData({ user: '49' })
    const answers = await Promise.all(Array.from({ length: soak(30, 300) }, () => open(initData)))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((one) => one === 200)).toHaveLength(4)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    const tokens = answers.flatMap((answer) =>
      answer.status === 200 ? [dataOf(answer, MiniappSession).sessionToken] : [],
    )
    const live = await Promise.all(tokens.map(async (token) => (await status(token)).status))
    expect(live.filter((one) => one === 200)).toHaveLength(1)
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
