import { describe, expect, test } from 'vitest'
import { startChatappNet } from './startChatappNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startChatappNet())

const event = 'chatapp_link_state_transition'
const report = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  net.call('link/telemetry', body, headers)
const stored = async (flowId: string) =>
  (
    await (
      await net.database()
    )
      .prepare('select * from chatapp_link_telemetry_events where flow_id = ? order by id')
      .bind(flowId)
      .all<Record<string, unknown>>()
  ).results

describe('happy', () => {
  test('stores an event for the chat user of the session', async () => {
    const sessionToken = await net.token({ user: '71' })
    const body = { event, flowId: 'one', phase: 'collect_email', from: 'verify_chatapp_session', to: 'collect_email' }
    expect(await report({ ...body, durationMs: 12, sessionToken })).toMatchObject({
      status: 200,
      json: { success: true, data: { accepted: true } },
    })
    const [row, ...others] = await stored('one')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      event,
      phase: 'collect_email',
      source: 'chatapp-miniapp-client',
      chatapp_user_id: '71',
    })
    expect(JSON.parse(String(row?.['payload']))).toEqual({
      from: 'verify_chatapp_session',
      to: 'collect_email',
      durationMs: 12,
    })
  })

  test('takes an event from its own page without a session', async () => {
    expect((await report({ event, flowId: 'page' }, { origin: net.host })).status).toBe(200)
    expect((await report({ event, flowId: 'page' }, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await stored('page')).map((row) => row['chatapp_user_id'])).toEqual([null, null])
  })

  test('takes from its own page that a session is over, about nobody', async () => {
    const failed = 'chatapp_link_backend_completion_failed'
    const sessionToken = await net.token({ user: '72' })
    await net.aheadBy(901_000)
    try {
      const body = {
        event: failed,
        flowId: 'over',
        status: 'failed',
        errorCode: 'miniapp_session_expired',
        sessionToken,
      }
      expect((await report(body, { origin: net.host })).status).toBe(200)
      expect(await report(body)).toMatchObject({ status: 409, code: 'miniapp_session_expired' })
    } finally {
      await net.aheadBy(0)
    }
    expect(await stored('over')).toMatchObject([{ event: failed, chatapp_user_id: null }])
  })

  test('forgets events after sixty days', async () => {
    await report({ event, flowId: 'old' }, { origin: net.host })
    const d1 = await net.database()
    await d1.prepare(`update chatapp_link_telemetry_events set created_at = 5 where flow_id = 'old'`).run()
    await net.runSchedule('chatapp')
    expect(await stored('old')).toEqual([])
    expect(await stored('page')).toHaveLength(2)
  })
})

describe('error', () => {
  test.each([
    ['another event', { event: 'chatapp_link_anything' }],
    ['a phase that there is not', { event, phase: 'somewhere' }],
    ['a flow id that is too long', { event, flowId: 'x'.repeat(129) }],
    ['a source that is no name', { event, source: 'Ünicode' }],
  ])('refuses %s', async (_, body) => {
    expect(await report(body, { origin: net.host })).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('security', () => {
  test('neither a stranger’s page nor a program without a session may report', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of strangers)
      expect(await report({ event }, headers)).toMatchObject({ status: 403, code: 'forbidden_origin' })
    expect(await report({ event, sessionToken: '71.x' })).toMatchObject({ code: 'invalid_miniapp_session' })
  })

  test('keeps nothing that it does not know, no e-mail address, and nobody’s word on who it is', async () => {
    const given = {
      event,
      flowId: 'hostile',
      chatappUserId: '1',
      idpUserId: 'did:privy:x',
      email: 'ada@example.com',
      from: 'ada@example.com',
      to: 'x'.repeat(5000),
      durationMs: {},
      attempt: { deep: { deep: { deep: { deep: { deep: 1 } } } } },
      constructor: 'x',
    }
    await report(given, { origin: net.host })
    const [row] = await stored('hostile')
    expect(JSON.stringify(row)).not.toContain('ada@')
    expect(row?.['chatapp_user_id']).toBeNull()
    const payload = JSON.parse(String(row?.['payload']))
    expect(Object.keys(payload).toSorted()).toEqual(['attempt', 'durationMs', 'from', 'to'])
    expect(payload).toMatchObject({ durationMs: {}, to: 'x'.repeat(512) })
    expect(JSON.stringify(payload.attempt)).toContain('[max-depth]')
  })
})
