import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { linked, startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const HEADER = 'x-telegram-bot-api-secret-token'
const secret = () => ({ [HEADER]: net.secrets['CHATAPP_WEBHOOK_SECRET'] ?? '' })
let ids = 1000
const update = (
  user: number,
  { text = '/link', chat = { id: user, type: 'private' }, id = ++ids, at = Date.now() } = {},
) => ({
  update_id: id,
  message: {
    message_id: 1,
    date: Math.floor(at / 1000),
    chat,
    from: { id: user, is_bot: false, first_name: 'Ada', username: 'ada' },
    text,
  },
})
const deliver = (body: unknown, headers: Readonly<Record<string, string>> = secret()) =>
  net.call('webhook', body, headers)

const Button = z.object({
  method: z.literal('sendMessage'),
  chat_id: z.int(),
  reply_markup: z.object({
    inline_keyboard: z.array(z.array(z.object({ text: z.string(), web_app: z.object({ url: z.url() }) }))),
  }),
})
const urlOf = (json: unknown): URL =>
  new URL(Button.parse(json).reply_markup.inline_keyboard[0]?.[0]?.web_app.url ?? '')

describe('happy', () => {
  test.each(['/link', '/link@the_bot', '/link now'])('%s in a private chat is answered with a button', async (text) => {
    const { status, json } = await deliver(update(800, { text }))
    expect(status).toBe(200)
    const url = urlOf(json)
    expect(url.origin + url.pathname).toBe(`${net.host}/chatapp/link`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      tgMiniApp: '1',
      tgEntry: 'link',
      chatAction: 'link-account',
      tgChatId: '800',
      tgUsername: 'ada',
    })
  })

  test('the secret is taken as a bearer token too, as the document says', async () => {
    const bearer = { authorization: `Bearer ${net.secrets['CHATAPP_WEBHOOK_SECRET']}` }
    expect((await deliver(update(804), bearer)).status).toBe(200)
  })

  test('its token links the chat user who sent the command, and nobody else', async () => {
    const ada = await net.join({ user: '801' })
    const bob = await net.join({ user: '802' })
    const linkToken = urlOf((await deliver(update(801))).json).searchParams.get('tgLinkToken') ?? ''
    expect(await net.complete(bob, { linkToken })).toMatchObject({ code: 'link_token_mismatch' })
    linked(await net.complete(ada, { linkToken }))
  })

  test('an update that is delivered again has the same answer', async () => {
    const one = update(803)
    const [first, again] = [await deliver(one), await deliver(one)]
    expect(urlOf(again.json).href).toBe(urlOf(first.json).href)
  })
})

describe('nothing else is answered', () => {
  test.each([
    ['another command', update(810, { text: '/start' })],
    ['a longer one', update(810, { text: '/linked' })],
    ['a group', update(810, { chat: { id: -5, type: 'group' } })],
    ['a private chat that is not the user’s', update(810, { chat: { id: 811, type: 'private' } })],
    ['an old message', update(810, { at: Date.now() - 16 * 60_000 })],
    ['a callback', { update_id: 5, callback_query: { id: '1', data: 'x' } }],
    ['no message', { update_id: 6 }],
  ])('%s', async (_, body) => {
    expect(await deliver(body)).toMatchObject({ status: 200, json: {} })
  })

  test('another update under an id that was seen', async () => {
    const one = update(812)
    urlOf((await deliver(one)).json)
    expect(await deliver(update(812, { id: one.update_id, text: '/link again' }))).toMatchObject({
      status: 200,
      json: {},
    })
  })
})

describe('security', () => {
  test('only the chat app may deliver', async () => {
    expect(await deliver(update(820), { [HEADER]: 'x'.repeat(40) })).toMatchObject({ status: 401 })
  })
})
