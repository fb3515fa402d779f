import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleWorker } from '../support/bundleWorker.ts'
import { alice } from './support.ts'

/** The two Durable Objects in workerd, on disk, driven through the clients that every family uses. */
let directory: string
let script: string
let runtime: Miniflare

const start = () =>
  new Miniflare({
    ...convertV4MiniflareOptions({
      name: 'stores',
      modules: true,
      script,
      compatibilityDate: '2026-09-01',
      compatibilityFlags: ['nodejs_compat'],
      durableObjects: {
        NONCES: { className: 'Nonces', useSQLite: true },
        SESSIONS: { className: 'Sessions', useSQLite: true },
      },
      cf: false,
    }),
    resourcePersistencePath: directory,
  })

async function ask(operation: string, query: Record<string, string>): Promise<unknown> {
  const answer = await runtime.dispatchFetch(`http://stores/${operation}?${new URLSearchParams(query)}`)
  return answer.json()
}
const consume = (value: string, query: Record<string, string> = {}) => ask('consume', { value, ...query })
const signIn = async (query: Record<string, string> = {}) =>
  Started.parse(await ask('start', { value: alice.address, ...query }))
const Started = z.object({ token: z.string().regex(/^[0-9a-f]{66}$/) })
const Found = z.object({ address: z.string(), issuedAt: z.int(), expiresAt: z.int() })

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stores-'))
  script = await bundleWorker({ file: join(import.meta.dirname, 'storesWorker.ts') })
  runtime = start()
  await runtime.ready
})
afterAll(async () => {
  await runtime.dispose()
  await rm(directory, { recursive: true })
})

describe('nonces', () => {
  test('the first use wins, every later one loses', async () => {
    expect(await consume('a')).toBe(true)
    expect(await consume('a')).toBe(false)
    expect(await consume('b')).toBe(true)
  })

  test('scopes do not meet', async () => {
    expect(await consume('c', { scope: 'one' })).toBe(true)
    expect(await consume('c', { scope: 'two' })).toBe(true)
  })

  test('of 20 uses at once exactly one wins', async () => {
    for (const value of ['x', 'y', 'z']) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => consume(value)))
      expect(outcomes.filter(Boolean)).toHaveLength(1)
    }
  })

  test('a use is forgotten when its time is over, and not before', async () => {
    expect(await consume('short', { seconds: '7200' })).toBe(true)
    await ask('age', { value: 'short', seconds: '3600' })
    expect(await consume('short', { seconds: '7200' })).toBe(false)
    await ask('age', { value: 'short', seconds: '3601' })
    expect(await consume('short', { seconds: '7200' })).toBe(true)
    expect(await consume('short', { seconds: '7200' })).toBe(false)
  })
})

describe('sessions', () => {
  test('a token finds its session', async () => {
    const { token } = await signIn()
    const session = Found.parse(await ask('find', { value: token }))
    expect(session.address).toBe(alice.address)
    expect(session.expiresAt - session.issuedAt).toBe(604_800)
  })

  test('an unknown token, an expired and a revoked session are no longer found', async () => {
    expect(await ask('find', { value: '0'.repeat(64) })).toBeNull()
    const old = await signIn({ ahead: '-604801' })
    expect(await ask('find', { value: old.token })).toBeNull()
    const { token } = await signIn()
    await ask('revoke', { value: token })
    expect(await ask('find', { value: token })).toBeNull()
    await ask('revoke', { value: token })
  })

  test('revoking one session leaves the others', async () => {
    const [one, other] = await Promise.all([signIn(), signIn()])
    await ask('revoke', { value: one.token })
    expect(await ask('find', { value: other.token })).not.toBeNull()
  })
})

test('the alarm deletes what has expired and keeps the rest', async () => {
  const [, , old, live] = await Promise.all([consume('gone'), consume('stays'), signIn({ ahead: '-604801' }), signIn()])
  await ask('age', { value: 'gone', seconds: '3600' })
  expect(await ask('sweepNonce', { value: 'gone' })).toBe(false)
  expect(await ask('sweepNonce', { value: 'stays' })).toBe(true)
  expect(await ask('sweepSession', { value: old.token })).toBe(false)
  expect(await ask('sweepSession', { value: live.token })).toBe(true)
})

describe('on disk', () => {
  test('sessions, revocations and used nonces survive a restart of the runtime', async () => {
    const [kept, revoked] = await Promise.all([signIn(), signIn()])
    await ask('revoke', { value: revoked.token })
    await consume('kept')
    await runtime.dispose()
    runtime = start()
    expect(await ask('find', { value: kept.token })).toMatchObject({ address: alice.address })
    expect(await ask('find', { value: revoked.token })).toBeNull()
    expect(await consume('kept')).toBe(false)
  })

  test('security: no token is stored', async () => {
    const { token } = await signIn()
    const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const content = await readFile(join(file.parentPath, file.name))
      expect(content.includes(token)).toBe(false)
    }
  })
})
