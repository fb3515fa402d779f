import { generateKeyPairSync } from 'node:crypto'
import { isValid, isValid3rd, sign } from '@tma.js/init-data-node'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeBot } from '../../../localnet/chatapp/bot.ts'
import { signLaunchData } from '../../../localnet/chatapp/bot.ts'
import { type LaunchRules, verifyLaunchData } from '../../../functions/chatapp/link/verifyLaunchData.ts'
import { SEED } from '../../support/random.ts'
import { anyCharacter } from '../../support/anyCharacter.ts'

const BOT = makeBot()
const NOW = 1_790_000_000
const keys = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const USER = { id: 279058397, first_name: 'Ada & Co + %', username: 'ada_l', language_code: 'en' }

type Fields = Readonly<Record<string, string>>
const fieldsOf = (more: Fields = {}): Fields => ({
  user: JSON.stringify(USER),
  chat_instance: '-3788475317572404878',
  chat_type: 'private',
  auth_date: String(NOW),
  ...more,
})
const signed = (more: Fields = {}) => signLaunchData(fieldsOf(more), BOT, keys.privateKey)
const verify = (initData: string, rules: Partial<LaunchRules> = {}) =>
  verifyLaunchData(initData, { botToken: BOT.token, maxAgeSeconds: 300, now: NOW, ...rules })
const thirdParty = { botToken: null, botId: BOT.id, publicKey }
const code = (expected: string) => expect.objectContaining({ code: expected })
const withoutField = (initData: string, name: string) =>
  initData
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`))
    .join('&')

describe('genuine launch data', () => {
  test('says who opened the Mini App, and until when it counts', async () => {
    const data = signed({ chat: '{"id":-1001234567890123,"type":"supergroup"}', start_param: 'debug' })
    expect(await verify(data)).toEqual({
      identity: {
        chatappUserId: '279058397',
        chatappUsername: 'ada_l',
        chatId: '-1001234567890123',
        chatType: 'private',
        chatInstance: '-3788475317572404878',
      },
      startParam: 'debug',
      authDate: NOW,
      expiresAt: NOW + 300,
      replayKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('has the same replay key however its fields are ordered and encoded, and another when it is other data', async () => {
    const data = signed()
    const { replayKey } = await verify(data)
    expect((await verify(data.split('&').toReversed().join('&'))).replayKey).toBe(replayKey)
    expect((await verify(new URLSearchParams(data).toString())).replayKey).toBe(replayKey)
    expect((await verify(data.replace('auth_date', '%61uth_date'))).replayKey).toBe(replayKey)
    expect((await verify(data, thirdParty)).replayKey).toBe(replayKey)
    const { privateKey } = generateKeyPairSync('ed25519')
    expect((await verify(signLaunchData(fieldsOf(), BOT, privateKey))).replayKey).toBe(replayKey)
    expect((await verify(signed({ query_id: 'x' }))).replayKey).not.toBe(replayKey)
  })

  test.each([
    [{ id: 1 }, null],
    [{ id: 1, username: '<b>' }, null],
    [{ id: 1, username: 'a\u202eb' }, null],
    [{ id: 1, username: 7 }, null],
    [{ id: 1, username: 'x'.repeat(33) }, null],
    [{ id: 2 ** 53 - 1, username: 'Ada_1' }, 'Ada_1'],
  ])('of the user %j has the name %s', async (user, name) => {
    const { identity } = await verify(signed({ user: JSON.stringify(user) }))
    expect(identity).toMatchObject({ chatappUserId: String(user.id), chatappUsername: name })
  })

  test('without chat and start parameter has neither', async () => {
    const { identity, startParam } = await verify(
      signLaunchData({ user: '{"id":5}', auth_date: `${NOW}` }, BOT, keys.privateKey),
    )
    expect(identity).toEqual({
      chatappUserId: '5',
      chatappUsername: null,
      chatId: null,
      chatType: null,
      chatInstance: null,
    })
    expect(startParam).toBeNull()
  })
})

describe('the ecosystem’s library', () => {
  test('signs what is accepted here, and accepts what is signed here', async () => {
    const data = sign(
      { user: USER, chat_type: 'sender', start_param: 'a-b', signature: 'abc' },
      BOT.token,
      new Date(NOW * 1000),
    )
    expect((await verify(data)).identity.chatappUserId).toBe('279058397')
    expect(isValid(signed(), BOT.token, { expiresIn: 0 })).toBe(true)
  })

  /** Published in its documentation and tests. */
  const FIRST =
    'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2'
  const SECOND =
    'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6'

  test('publishes vectors that are accepted, one of them signed by the chat app for third parties', async () => {
    const first = { botToken: '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8', now: 1662771648 }
    expect((await verify(FIRST, first)).identity).toMatchObject({
      chatappUserId: '279058397',
      chatappUsername: 'vdkfrost',
    })
    const token = '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ'
    const byToken = await verify(SECOND, { botToken: token, now: 1733584787 })
    expect(byToken.identity.chatInstance).toBe('8134722200314281151')
    const byKey = { botToken: null, botId: '7342037359', now: 1733584787 }
    expect(await verify(SECOND, byKey)).toEqual(byToken)
    expect(await isValid3rd(SECOND, 7342037359, { expiresIn: 0 })).toBe(true)
    await expect(verify(SECOND, { ...byKey, botId: '7342037358' })).rejects.toEqual(code('launch_data_not_genuine'))
    await expect(verify(SECOND, { botToken: `${token}A`, now: 1733584787 })).rejects.toEqual(
      code('launch_data_not_genuine'),
    )
  })

  const field = fc.tuple(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string({ unit: anyCharacter, maxLength: 60 }))
  const own = new Set(['user', 'auth_date', 'hash', 'signature', 'chat', 'chat_type', 'chat_instance', 'start_param'])
  const others = fc
    .uniqueArray(field, { maxLength: 8, selector: ([name]) => name })
    .map((all) => all.filter(([name, value]) => !own.has(name) && !value.includes('\n')))

  test('agrees on any data: signed, and with anything altered, added or missing', async () => {
    const property = fc.asyncProperty(others, fc.nat(), field, async (more, at, [name, value]) => {
      const data = signed(Object.fromEntries(more))
      await verify(data)
      await verify(data, thirdParty)
      const pairs = [...new URLSearchParams(data)]
      const changed = pairs.map((pair, i): [string, string] =>
        i === at % pairs.length ? [pair[0], `${pair[1]}${value}x`] : pair,
      )
      const missing = pairs.filter((_, i) => i !== at % pairs.length)
      const added: [string, string][] = [...pairs, [name, value]]
      for (const altered of [changed, missing, added].map((all) => new URLSearchParams(all).toString())) {
        expect(isValid(altered, BOT.token, { expiresIn: 0 })).toBe(false)
        await expect(verify(altered)).rejects.toThrow(/^(launch_data_not_genuine|invalid_launch_data)/)
      }
    })
    await fc.assert(property, { numRuns: 60, seed: Number(SEED) })
  })
})

describe('refuses', () => {
  test.each<readonly [string, (data: string) => string]>([
    ['more than 4096 characters', (data) => `${data}&x=${'a'.repeat(4096)}`],
    ['more than 32 fields', (data) => `${data}&${Array.from({ length: 32 }, (_, i) => `x${i}=1`).join('&')}`],
    ['a field twice', (data) => `${data}&chat_type=private`],
    ['a field twice, once encoded', (data) => `${data}&chat%5Ftype=private`],
    ['a malformed escape', (data) => `${data}&x=%`],
    ['an escape that is not UTF-8', (data) => `${data}&x=%ff`],
    ['half a surrogate pair', (data) => `${data}&x=\ud800`],
    ['an empty field', (data) => `${data}&`],
    ['a field without a name', (data) => `${data}&=1`],
    ['a field without a value', (data) => `${data}&x`],
    ['an odd name', (data) => `${data}&a%3Db=1`],
    ['a field of several lines', (data) => data.replace('&chat_instance=', '%0Achat_instance%3D')],
    ['nothing', () => ''],
    ['no hash', (data) => withoutField(data, 'hash')],
    ['a hash that is too short', (data) => data.replace(/hash=../, 'hash=')],
    ['no auth_date', (data) => withoutField(data, 'auth_date')],
    ['a negative auth_date', (data) => data.replace('auth_date=', 'auth_date=-')],
    ['an auth_date that is not whole', (data) => data.replace(`auth_date=${NOW}`, 'auth_date=1e9')],
    ['an auth_date of 13 digits', (data) => data.replace(`auth_date=${NOW}`, `auth_date=${NOW}000`)],
  ])('%s, as malformed', async (_, alter) => {
    await expect(verify(alter(signed()))).rejects.toEqual(code('invalid_launch_data'))
  })

  test.each<readonly [string, Fields]>([
    ['a user that is not JSON', { user: 'ada' }],
    ['a user without an id', { user: '{"first_name":"Ada"}' }],
    ['the user 0', { user: '{"id":0}' }],
    ['a user that is not a number', { user: '{"id":"1"}' }],
    ['a user past 2^53', { user: '{"id":9007199254740992}' }],
    ['a user in deep lists', { user: '['.repeat(2000) }],
    ['a chat that is not JSON', { chat: 'x' }],
    ['a chat whose id is not a number', { chat: '{"id":"x"}' }],
    ['an odd kind of chat', { chat_type: '<script>' }],
    ['an odd chat instance', { chat_instance: 'x'.repeat(100) }],
    ['an odd start parameter', { start_param: 'a b' }],
  ])('%s, although genuine', async (_, more) => {
    await expect(verify(signed(more))).rejects.toEqual(code('invalid_launch_data'))
  })

  test('data without a user, although genuine', async () => {
    const data = signLaunchData({ auth_date: String(NOW) }, BOT, keys.privateKey)
    await expect(verify(data)).rejects.toThrow('invalid_launch_data: initData: must have the field user')
  })

  test('what was signed for another bot, or by another key', async () => {
    const other = signLaunchData(fieldsOf(), makeBot(), keys.privateKey)
    await expect(verify(other)).rejects.toEqual(code('launch_data_not_genuine'))
    await expect(verify(other, thirdParty)).rejects.toEqual(code('launch_data_not_genuine'))
    const { privateKey } = generateKeyPairSync('ed25519')
    const forged = signLaunchData(fieldsOf(), BOT, privateKey)
    await expect(verify(forged, thirdParty)).rejects.toEqual(code('launch_data_not_genuine'))
    await expect(verify(signed(), { ...thirdParty, publicKey: undefined })).rejects.toEqual(
      code('launch_data_not_genuine'),
    )
  })

  test('a signature that cannot be one, where it is the proof', async () => {
    for (const data of [withoutField(signed(), 'signature'), signed().replace(/signature=../, 'signature=')])
      await expect(verify(data, thirdParty)).rejects.toEqual(code('invalid_launch_data'))
  })

  test('data that is not genuine as such before it is said to be old', async () => {
    await expect(
      verify(signed().replace(/hash=[0-9a-f]+/, `hash=${'0'.repeat(64)}`), { now: NOW + 9999 }),
    ).rejects.toEqual(code('launch_data_not_genuine'))
  })

  test('what is too old or of the future, to the second', async () => {
    await verify(signed(), { now: NOW + 300 })
    await expect(verify(signed(), { now: NOW + 301 })).rejects.toEqual(code('launch_data_expired'))
    await expect(verify(signed(), { now: NOW + 301, maxAgeSeconds: 86_400 })).rejects.toEqual(
      code('launch_data_expired'),
    )
    await expect(verify(signed(), { now: NOW + 31, maxAgeSeconds: 30 })).rejects.toEqual(code('launch_data_expired'))
    await verify(signed(), { now: NOW - 120 })
    await expect(verify(signed(), { now: NOW - 121 })).rejects.toEqual(code('launch_data_not_yet_valid'))
  })

  test('anything where neither token nor id of a bot is known', async () => {
    await expect(verify(signed(), { botToken: null, botId: null })).rejects.toEqual(code('chatapp_not_configured'))
  })
})
