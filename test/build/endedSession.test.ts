import { describe, expect, it } from 'vitest'
import { call } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { build, sessionOf } from './support.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['account', 'build'] }))

const WORKERS = ['build', 'account', 'core'] as const
const later = (aheadMs: number) => Promise.all(WORKERS.map((name) => net.changeTime(name, { aheadMs })))
const ask = async (headers: Record<string, string>) => (await build(net.api, 'vetoken/unlock', headers, {})).status
const signOut = (headers: Record<string, string>) => call(net.api, 'logout', {}, headers)

describe('security: a session that has ended', () => {
  it('builds for at most five seconds, where it built just before', async () => {
    const session = await sessionOf(net, 'voter')
    expect(await ask(session)).toBe(200)
    expect((await signOut(session)).status).toBe(200)
    await later(5001)
    expect(await ask(session)).toBe(401)
    await later(0)
  })

  it('does not stay known by being used', async () => {
    const session = await sessionOf(net, 'voter')
    expect(await ask(session)).toBe(200)
    expect((await signOut(session)).status).toBe(200)
    await later(4000)
    await ask(session)
    await later(5001)
    expect(await ask(session)).toBe(401)
    await later(0)
  })

  it('is nobody to what shows its own data, although it built just before', async () => {
    const session = await sessionOf(net, 'voter')
    expect(await ask(session)).toBe(200)
    expect((await signOut(session)).status).toBe(200)
    expect((await call(net.api, 'sessions', undefined, session)).status).toBe(401)
  })

  it('binds no key, and does not count beside another credential', async () => {
    const session = await sessionOf(net, 'voter')
    expect(await ask(session)).toBe(200)
    expect((await signOut(session)).status).toBe(200)
    expect(await ask({ ...session, 'idempotency-key': 'key-of-an-ended-session' })).toBe(401)
    expect(await ask({ ...session, cookie: 'session=none' })).toBe(401)
  })

  it('that never built is refused at once', async () => {
    const session = await sessionOf(net, 'voter')
    expect((await signOut(session)).status).toBe(200)
    expect(await ask(session)).toBe(401)
  })
})
