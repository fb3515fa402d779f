import { describe, expect, test } from 'vitest'
import { SCHEDULES } from '../../functions/social/schedules.ts'
import { PAGE } from '../account/support.ts'
import { startChatNet } from './startChatNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatNet({ variables: { TRUSTED_ORIGINS: PAGE } }))

const event = 'command_center:opened'
const report = (body: unknown, headers: Readonly<Record<string, string>> = {}) => net.post('telemetry', body, headers)
const stored = (conversationId: string) =>
  net.rows('select * from chat_command_center_events where conversation_id = ? order by id', conversationId)

describe('happy', () => {
  test('stores an event of anyone, with what it says and no principal', async () => {
    const given = { event, conversationId: 'one', conversationType: 'group', commandId: 'tend-1', source: 'web' }
    const answer = await report({ ...given, durationMs: 12, steps: ['a', { ok: true }] })
    expect(answer).toMatchObject({ status: 200, json: { success: true, data: { accepted: true } } })
    const [row, ...others] = await stored('one')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      event,
      conversation_type: 'group',
      command_id: 'tend-1',
      source: 'web',
      principal: null,
    })
    expect(JSON.parse(String(row?.['payload']))).toEqual({ durationMs: 12, steps: ['a', { ok: true }] })
    expect(Math.abs(Number(row?.['created_at']) - Date.now() / 1000)).toBeLessThan(600)
  })

  test('stores the address of the session that it comes with, by token or by cookie of a trusted page', async () => {
    await report({ event, conversationId: 'mine' }, await net.session('voter'))
    await report({ event, conversationId: 'mine' }, { cookie: await net.cookie('voter'), origin: PAGE })
    const principals = (await stored('mine')).map((row) => row['principal'])
    expect(principals).toEqual([net.addressOf('voter').toLowerCase(), net.addressOf('voter').toLowerCase()])
  })

  test('forgets events after thirty days, and no sooner', async () => {
    for (const conversationId of ['old', 'young']) await report({ event, conversationId })
    const day = 86_400
    const now = Math.floor(Date.now() / 1000)
    const age = 'update chat_command_center_events set created_at = ? where conversation_id = ?'
    await net.rows(age, now - 31 * day, 'old')
    await net.rows(age, now - 29 * day, 'young')
    await net.runSchedule('social', SCHEDULES.prune)
    expect(await stored('old')).toEqual([])
    expect(await stored('young')).toHaveLength(1)
  })
})

describe('error', () => {
  test.each([
    ['an event that is no name', { event: 'opened it' }],
    ['an event that is too long', { event: 'x'.repeat(97) }],
    ['a conversation that is too long', { event, conversationId: 'x'.repeat(129) }],
    ['a kind that is too long', { event, conversationType: 'x'.repeat(65) }],
    ['a source that is too long', { event, source: 'x'.repeat(65) }],
  ])('refuses %s', async (_, body) => {
    expect(await report(body)).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('security', () => {
  test('a bad credential, or a cookie from a foreign page, is nobody’s and no reason to refuse', async () => {
    const foreign = { cookie: await net.cookie('voter'), origin: 'https://evil.example' }
    const bad = [{ authorization: `Bearer ${'0'.repeat(64)}` }, { authorization: 'Basic x' }, foreign]
    for (const headers of bad) expect((await report({ event, conversationId: 'bad' }, headers)).status).toBe(200)
    expect((await stored('bad')).map((row) => row['principal'])).toEqual([null, null, null])
  })

  test('nobody says who he is, and no e-mail address, deep nesting or large payload is kept', async () => {
    const hostile = `{"event":"${event}","conversationId":"hostile","principal":"0x1","createdAt":1,"id":1,
      "constructor":"x","prototype":"y","deep":{"a":{"b":{"c":{"d":1}}}},
      "note":"ada@example.com","long":"${'y'.repeat(2000)}","many":[${Array.from({ length: 50 }, (_, i) => i).join()}]}`
    expect((await report(hostile)).status).toBe(200)
    const [row] = await stored('hostile')
    expect(row).toMatchObject({ principal: null })
    expect(Number(row?.['created_at'])).toBeGreaterThan(1)
    const payload: unknown = JSON.parse(String(row?.['payload']))
    expect(payload).toEqual({
      principal: '0x1',
      createdAt: 1,
      id: 1,
      deep: { a: { b: { c: '[max-depth]' } } },
      note: '[e-mail]',
      long: 'y'.repeat(512),
      many: Array.from({ length: 20 }, (_, i) => i),
    })
    expect(await report(`{"event":"${event}","__proto__":{}}`)).toMatchObject({ code: 'invalid_json' })
    const large = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`key${i}`, 'z'.repeat(512)]))
    await report({ event, conversationId: 'large', ...large })
    expect((await stored('large')).map((one) => one['payload'])).toEqual(['{}'])
  })
})
