import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bundleWorker } from '../support/bundleWorker.ts'
import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { WhichSessions } from '../../shared/durable/sessions.ts'
import type { SessionOrigin, WalletProof } from '../../shared/store/WalletProof.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import { createRandom } from '../support/random.ts'
import { alice } from './support.ts'

const random = createRandom('stores')

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
const byKey = (by: Address = alice.address) => ({ method: 'key', by, profileId: null, proofs: [] })
const signIn = async (query: Record<string, string> = {}, origin: Partial<SessionOrigin> = {}) => {
  const address = query.value ?? alice.address
  const json = JSON.stringify({ ...byKey(getAddress(address)), ...origin })
  return Started.parse(await ask('start', { value: address, json, ...query }))
}
const find = async (token: string) => Found.nullable().parse(await ask('find', { value: token }))
const idOf = async (token: string) => (await find(token))?.id ?? ''
const end = (addresses: readonly string[], which: WhichSessions) =>
  ask('end', { value: addresses.join(','), json: JSON.stringify(which) })
const list = async (addresses: readonly string[]) =>
  z.array(Found).parse(await ask('list', { value: addresses.join(',') }))
const Started = z.object({ token: z.string().regex(/^[0-9a-f]{66}$/) })
const Found = z.object({
  id: z.string().regex(/^[0-9a-f]{34}$/),
  address: z.string(),
  issuedAt: z.int(),
  expiresAt: z.int(),
  isEnding: z.boolean(),
  scope: z.enum(['full', 'limited']),
  method: z.string(),
  by: z.string(),
  profileId: z.string().nullable(),
  proofs: z.array(z.unknown()),
})

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

describe('keys that stand for a content', () => {
  const claim = (value: string, content: string) => ask('claim', { value, content, seconds: '86400' })

  test('keep the first for a day, which repeating it does not make longer', async () => {
    expect(await claim('key', 'one')).toBe('one')
    await ask('age', { value: 'key', seconds: '86000' })
    expect([await claim('key', 'another'), await claim('key', 'one')]).toEqual(['one', 'one'])
    await ask('age', { value: 'key', seconds: '401' })
    expect([await claim('key', 'another'), await claim('key', 'one')]).toEqual(['another', 'another'])
  })

  test('of many at once, all get the same one', async () => {
    const contents = Array.from({ length: 50 }, (_, i) => `content ${i}`)
    const results = await Promise.all(contents.map((content) => claim('raced', content)))
    expect(new Set(results).size).toBe(1)
    expect(contents).toContain(results[0])
  })
})

describe('sessions', () => {
  test('a token finds its session', async () => {
    const { token } = await signIn()
    const session = Found.parse(await ask('find', { value: token }))
    expect(session.address).toBe(alice.address)
    expect(session.expiresAt - session.issuedAt).toBe(604_800)
  })

  test('an unknown token, an expired and a revoked session are no longer found, and are distinguished', async () => {
    const lost = async (value: string) => [await ask('find', { value }), await ask('fateOf', { value })]
    expect(await lost('0'.repeat(64))).toEqual([null, null])
    const old = await signIn({ ahead: '-604801' })
    expect(await lost(old.token)).toEqual([null, 'expired'])
    const { token } = await signIn()
    await ask('revoke', { value: token })
    expect(await lost(token)).toEqual([null, 'ended'])
    await ask('revoke', { value: token })
  })

  test('a limited one lasts 15 minutes, is only found if the route takes it, and is distinguished from unlimited ones', async () => {
    const scope = 'limited'
    const { token } = await signIn({ scope })
    const session = Found.parse(await ask('find', { value: token, scope }))
    expect(session).toMatchObject({ address: alice.address, scope })
    expect(session.expiresAt - session.issuedAt).toBe(900)
    expect([await find(token), await ask('fateOf', { value: token })]).toEqual([null, 'limited'])
    const full = await signIn()
    expect(await ask('find', { value: full.token, scope })).toMatchObject({ scope: 'full' })
    const gone = async (value: string) => [await ask('find', { value, scope }), await ask('fateOf', { value })]
    expect(await gone((await signIn({ scope, ahead: '-901' })).token)).toEqual([null, 'expired'])
    await ask('revoke', { value: token })
    expect(await gone(token)).toEqual([null, 'ended'])
  })

  test('a limited one is listed, and ends as others do', async () => {
    const value = random.address()
    const tokens = [await signIn({ value, scope: 'limited' }), await signIn({ value })]
    const scopes = async () => (await list([value])).map(({ scope }) => scope).toSorted()
    expect(await scopes()).toEqual(['full', 'limited'])
    expect(await end([value], { wallets: [value] })).toBe(2)
    expect(await scopes()).toEqual([])
    for (const { token } of tokens) expect(await ask('fateOf', { value: token })).toBe('ended')
  })

  test('revoking one session leaves the others', async () => {
    const [one, other] = await Promise.all([signIn(), signIn()])
    await ask('revoke', { value: one.token })
    expect(await ask('find', { value: other.token })).not.toBeNull()
  })

  test('keeps how it came about', async () => {
    const wallet = random.address()
    const proof: WalletProof = {
      wallet,
      owner: alice.address,
      signed: { hash: `0x${'ab'.repeat(32)}`, signature: '0x1234' },
      counterfactual: true,
      singleOwner: false,
      block: null,
    }
    const origin: SessionOrigin = { method: 'handoff', by: wallet, profileId: 'profile', proofs: [proof] }
    const { token } = await signIn({}, origin)
    expect(await find(token)).toMatchObject({ ...origin, address: alice.address, isEnding: false })
  })

  test('has a name by which it is found, which is not the beginning of its token', async () => {
    const { token } = await signIn()
    const id = await idOf(token)
    expect(await ask('isLive', { value: id })).toBe(true)
    expect(token.startsWith(id.slice(0, 8))).toBe(false)
    expect(await find(id)).toBeNull()
    await ask('revoke', { value: token })
    expect(await ask('isLive', { value: id })).toBe(false)
    expect(await ask('isLive', { value: `${'0'.repeat(32)}${id.slice(32)}` })).toBe(false)
  })

  test('those of some wallets are listed, the newest first, from all shards', async () => {
    const wallets = Array.from({ length: 6 }, () => random.address())
    const stranger = await signIn({ value: random.address() })
    const tokens: string[] = []
    for (const [i, value] of wallets.entries()) tokens.push((await signIn({ value, ahead: String(-100 * i) })).token)
    const gone = await signIn({ value: wallets[0] ?? '' })
    await ask('revoke', { value: gone.token })
    const old = await signIn({ value: wallets[0] ?? '', ahead: '-604801' })
    const found = await list(wallets)
    expect(found.map(({ address }) => address)).toEqual(wallets)
    expect(found.map(({ id }) => id)).toEqual(await Promise.all(tokens.map(idOf)))
    expect(JSON.stringify(found)).not.toContain(stranger.token)
    for (const { token } of [gone, old, ...tokens.map((own) => ({ token: own }))])
      expect(JSON.stringify(found)).not.toContain(token)
  })

  test('the one in which an account was deleted is marked, and is neither listed nor live', async () => {
    const value = random.address()
    const [ending, other] = [await signIn({ value }), await signIn({ value })]
    const id = await idOf(ending.token)
    await ask('confine', { value: ending.token, address: value })
    expect(await find(ending.token)).toMatchObject({ isEnding: true })
    expect(await ask('isLive', { value: id })).toBe(false)
    expect((await list([value])).map((one) => one.id)).toEqual([await idOf(other.token)])
    expect(await find(other.token)).toMatchObject({ isEnding: false })
  })
})

describe('ending sessions', () => {
  const smart = random.address()
  const owned = (owner: Address | null): WalletProof => ({
    wallet: smart,
    owner,
    signed: null,
    counterfactual: false,
    singleOwner: true,
    block: null,
  })

  /** One session of each kind of one person, at an address of its own. */
  async function several() {
    const key = random.address()
    const other = random.address()
    const sessions = {
      key: await signIn({ value: key }),
      later: await signIn({ value: key, ahead: '100' }),
      contract: await signIn({ value: smart }, { method: 'contract', by: smart, proofs: [owned(key)] }),
      otherOwner: await signIn({ value: smart }, { method: 'contract', by: smart, proofs: [owned(other)] }),
      nobodys: await signIn({ value: smart }, { method: 'contract', by: smart, proofs: [owned(null)] }),
      handoff: await signIn({ value: key }, { method: 'handoff', by: smart, profileId: key, proofs: [owned(key)] }),
      otherHandoff: await signIn({ value: key }, { method: 'handoff', by: other, profileId: other, proofs: [] }),
    }
    const left = async () => {
      const found = await Promise.all(
        Object.entries(sessions).map(async ([name, { token }]) => ((await find(token)) ? [name] : [])),
      )
      return found.flat()
    }
    return { key, other, sessions, left }
  }
  const ALL = ['key', 'later', 'contract', 'otherOwner', 'nobodys', 'handoff', 'otherHandoff']
  const without = (...names: string[]) => ALL.filter((name) => !names.includes(name))

  test('of a wallet ends those that sign in as it and those that came through it', async () => {
    const { key, left } = await several()
    expect(await end([key, smart], { wallets: [smart] })).toBeGreaterThanOrEqual(4)
    expect(await left()).toEqual(['key', 'later', 'otherHandoff'])
  })

  test('of a wallet that requested a hand-off ends the hand-off', async () => {
    const { key, other, left } = await several()
    expect(await end([key, smart], { wallets: [other] })).toBe(1)
    expect(await left()).toEqual(without('otherHandoff'))
  })

  test('of an owner ends those in which that owner proves the wallet, and no other owner’s', async () => {
    const { key, left } = await several()
    expect(await end([key, smart], { owned: { wallet: smart, owner: key } })).toBe(2)
    expect(await left()).toEqual(without('contract', 'handoff'))
  })

  test('of a wallet without an owner of record ends those alone that have none', async () => {
    const { key, left } = await several()
    await end([key, smart], { owned: { wallet: smart, owner: null } })
    expect(await left()).toEqual(without('nobodys'))
  })

  test('of an account ends its hand-offs', async () => {
    const { key, left } = await several()
    expect(await end([key, smart], { profileId: key })).toBe(1)
    expect(await left()).toEqual(without('handoff'))
  })

  test('by name ends that one', async () => {
    const { key, sessions, left } = await several()
    expect(await end([key, smart], { ids: [await idOf(sessions.contract.token)] })).toBe(1)
    expect(await left()).toEqual(without('contract'))
  })

  test('keeps those that began later, and the one that stays', async () => {
    const { key, other, sessions, left } = await several()
    const at = (await find(sessions.otherHandoff.token))?.issuedAt ?? 0
    await end([key], { wallets: [key, other], until: at, except: await sha256(sessions.handoff.token) })
    expect(await left()).toEqual(without('key', 'otherHandoff'))
  })

  test('security: ends nothing at other addresses, and nothing without a condition', async () => {
    const { key, other, left } = await several()
    expect(await end([other], { wallets: [key, smart], profileId: key })).toBe(0)
    expect(await end([key, smart], {})).toBe(0)
    expect(await left()).toEqual(ALL)
  })

  test('ends once: a session that ended is not counted again', async () => {
    const { key } = await several()
    expect(await end([key], { wallets: [key] })).toBe(4)
    expect(await end([key], { wallets: [key] })).toBe(0)
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
