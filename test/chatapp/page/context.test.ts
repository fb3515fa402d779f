import { describe, expect, test } from 'vitest'
import { captureContext, forgetContext, strippedUrl } from '../../../functions/chatapp/page/context/captureContext.ts'
import { createSessionCache } from '../../../functions/chatapp/page/context/createSessionCache.ts'
import { createTelemetry } from '../../../functions/chatapp/page/telemetry/createTelemetry.ts'
import { sealLinkToken } from '../../../functions/chatapp/link/linkToken.ts'

const NOW = Date.UTC(2026, 10, 1)
/** The storage of a tab. */
function tab() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const SEARCH = '?tgMiniApp=1&tgEntry=link&chatAction=link-account&tgChatId=42&tgLinkToken=abc.def&tgUsername=ada'
const GIVEN = { linkToken: 'abc.def', chatId: '42', username: 'ada' }

describe('what the page was opened with', () => {
  test('is in the query of the bot’s link, and kept for a reload for half an hour', () => {
    const storage = tab()
    expect(captureContext({ search: SEARCH, startParam: null, storage, now: NOW })).toEqual(GIVEN)
    const later = (now: number) => captureContext({ search: '', startParam: null, storage, now })
    expect(later(NOW + 29 * 60_000)).toEqual(GIVEN)
    expect(later(NOW + 31 * 60_000)).toBeNull()
    expect(storage.kept.size).toBe(0)
  })

  test('is in the start parameter where that is a link token, and nothing else is', async () => {
    const token = await sealLinkToken({ chatappUserId: '42', chatId: '42', issuedAt: 1 }, 'x'.repeat(32))
    const from = (startParam: string) => captureContext({ search: '', startParam, storage: tab(), now: NOW })
    expect(from(token)).toEqual({ linkToken: token, chatId: null, username: null })
    expect(from('referral-7')).toBeNull()
  })

  test.each([
    ['?tgLinkToken=abc.def'],
    ['?tgEntry=other&tgLinkToken=abc.def'],
    ['?tgEntry=link'],
    [`?tgEntry=link&tgLinkToken=${'x'.repeat(513)}`],
  ])('is nothing in %s', (search) => {
    expect(captureContext({ search, startParam: null, storage: tab(), now: NOW })).toBeNull()
  })

  test('is not believed where somebody else has written it', () => {
    for (const text of ['{', 'null', '{"linkToken":7,"until":9e15}', `{"linkToken":"a","until":${NOW + 1e9}}`]) {
      const storage = tab()
      storage.setItem('chatapp-link.context', text)
      expect(captureContext({ search: '', startParam: null, storage, now: NOW }), text).toBeNull()
    }
  })

  test('is forgotten at the end', () => {
    const storage = tab()
    captureContext({ search: SEARCH, startParam: null, storage, now: NOW })
    forgetContext(storage)
    expect(storage.kept.size).toBe(0)
  })

  test('leaves the address, and the launch data stays in it', () => {
    const href = `https://api.example.com/chatapp/link${SEARCH}&other=1#tgWebAppData=x`
    expect(strippedUrl(href)).toBe('https://api.example.com/chatapp/link?other=1#tgWebAppData=x')
    expect(strippedUrl('https://api.example.com/chatapp/link?other=1')).toBeNull()
  })
})

describe('the session of a reload', () => {
  const SESSION = {
    sessionToken: '42.token',
    chatappUserId: '42',
    chatappUsername: 'ada',
    expiresAt: NOW + 60_000,
  }

  test('goes on with the same launch data, while more than a moment is left', async () => {
    const storage = tab()
    let now = NOW
    const cache = createSessionCache(storage, () => now)
    await cache.keep('launch data', SESSION)
    expect(await cache.find('launch data')).toEqual(SESSION)
    expect(await cache.find('other launch data')).toBeNull()
    expect([...storage.kept.values()].join()).not.toContain('launch data')
    now = NOW + 50_001
    expect(await cache.find('launch data')).toBeNull()
    cache.drop()
    expect(storage.kept.size).toBe(0)
  })
})

describe('the key of the request for a session', () => {
  test('is kept before the request, is the same for the same launch data, and reveals nothing of it', async () => {
    const storage = tab()
    const key = await createSessionCache(storage, () => NOW).requestKey('launch data')
    expect(key).toMatch(/^[0-9a-f-]{36}$/)
    const reloaded = createSessionCache(storage, () => NOW)
    reloaded.drop()
    expect(await reloaded.requestKey('launch data')).toBe(key)
    expect([...storage.kept.values()].join()).not.toContain('launch data')
    expect(await reloaded.requestKey('other launch data')).not.toBe(key)
    storage.setItem('chatapp-link.request', '{')
    expect(await reloaded.requestKey('launch data')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('telemetry', () => {
  test('reports an event once in 750 ms, and again later', () => {
    const posted: string[] = []
    let now = NOW
    const report = createTelemetry({
      post: (body) => void posted.push(body),
      now: () => now,
      flowId: 'f',
      platform: 'weba',
    })
    const event = { event: 'chatapp_link_flow_started', phase: 'collect_email' } as const
    report(event, undefined)
    report(event, undefined)
    report({ ...event, phase: 'linked' }, 'token')
    expect(posted).toHaveLength(2)
    now += 750
    report(event, undefined)
    expect(posted).toHaveLength(3)
    expect(JSON.parse(posted[1] ?? '')).toEqual({
      ...event,
      phase: 'linked',
      flowId: 'f',
      platform: 'weba',
      sessionToken: 'token',
    })
  })
})
