import { keccak256, sha256 } from 'ethers'
import { afterEach, describe, expect, test } from 'vitest'
import { startStorage } from '../../localnet/storage/startStorage.ts'
import type { ArtifactStorage } from '../../shared/artifacts/ArtifactStorage.ts'
import { createArtifactStorage } from '../../shared/artifacts/createArtifactStorage.ts'
import { createImmutableProvider } from '../../shared/artifacts/createImmutableProvider.ts'
import { createArtifactStore } from '../../shared/store/artifacts.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'
import { prepared, useNet } from '../support/useNet.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const remote = useNet(() => startStorage())
const d1 = prepared(() => migratedD1())
afterEach(() => remote.fail(undefined))

/** The store answers once `ready` has come. */
const open = (ready: Promise<unknown> = Promise.resolve()): ArtifactStorage =>
  createArtifactStorage({
    provider: createImmutableProvider({ apiUrl: remote.url, chainId: 232, gapMs: 1 }),
    artifacts: {
      ...createArtifactStore(d1),
      find: async (...key) => ready.then(() => createArtifactStore(d1).find(...key)),
    },
    now: () => 1_790_000_000_000,
  })
let made = 0
const document = (more: object = {}) => ({
  bytes: new TextEncoder().encode(`{"n":${made++}}`),
  contentType: 'application/json',
  kind: 'feedback' as const,
  createdBy: 'somebody',
  ...more,
})
const rowsOf = async (bytes: Uint8Array) =>
  (await d1.prepare('select * from stored_artifacts where sha256 = ?').bind(sha256(bytes)).all()).results

test('a document that is stored is remembered, with its hashes and for whom it was', async () => {
  const given = document({ kind: 'registration', contentType: 'Application/JSON; charset=utf-8' })
  const result = await open().store(given)
  if (result.status !== 'stored') throw new Error(result.error)
  const { artifact } = result
  expect(artifact).toMatchObject({ sha256: sha256(given.bytes), keccak256: keccak256(given.bytes) })
  expect(await rowsOf(given.bytes)).toEqual([
    {
      sha256: artifact.sha256,
      keccak256: artifact.keccak256,
      kind: 'registration',
      provider: 'immutable',
      uri: artifact.uri,
      gateway_url: artifact.gatewayUrl,
      storage_key: artifact.storageKey,
      status_url: artifact.statusUrl,
      bytes: given.bytes.length,
      content_type: 'application/json',
      created_by: 'somebody',
      created_at: 1_790_000_000,
    },
  ])
})

test.each([
  ['text/html', 1],
  ['image/svg+xml', 1],
  ['text/html, application/json', 1],
  ['', 1],
  ['application/json', 262_145],
])('what must not be stored is not: %s of %d bytes', async (contentType, size) => {
  const before = remote.uploads()
  const result = await open().store(document({ contentType, bytes: new Uint8Array(size) }))
  expect(result).toMatchObject({ status: 'unavailable', error: expect.any(String) })
  expect(remote.uploads()).toBe(before)
})

test('as many bytes as may be are stored', async () => {
  expect(await open().store(document({ bytes: new Uint8Array(262_144) }))).toMatchObject({ status: 'stored' })
})

describe('the same bytes', () => {
  test('at once, in an isolate that keeps working, are uploaded once', async () => {
    const hashed = Promise.withResolvers<void>()
    const storage = open(hashed.promise)
    const before = remote.uploads()
    const work: Promise<unknown>[] = []
    const given = document({ waitUntil: (one: Promise<unknown>) => void work.push(one) })
    const stored = Promise.all(Array.from({ length: 100 }, () => storage.store(given)))
    // The hashes of documents are made in turn: these come after all of them.
    await Promise.all(Array.from({ length: 100 }, () => crypto.subtle.digest('SHA-256', given.bytes)))
    hashed.resolve()
    const all = await stored
    expect(new Set(all.map((result) => JSON.stringify(result))).size).toBe(1)
    expect([remote.uploads() - before, work.length]).toEqual([1, 1])
    expect(await rowsOf(given.bytes)).toHaveLength(1)
  })

  test('at once, in several isolates, have one row, which all of them answer', async () => {
    const given = document()
    const all = await Promise.all(Array.from({ length: 12 }, () => open().store(given)))
    expect(new Set(all.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(all[0]?.status).toBe('stored')
    expect(await rowsOf(given.bytes)).toHaveLength(1)
  })

  test('later, for somebody else, are not uploaded again', async () => {
    const given = document()
    const first = await open().store(given)
    const before = remote.uploads()
    expect(await open().store({ ...given, createdBy: 'another' })).toEqual(first)
    expect(remote.uploads()).toBe(before)
    expect(await rowsOf(given.bytes)).toMatchObject([{ created_by: 'somebody' }])
  })

  test('that are gone, lost by two isolates at once, are stored again, in one place', async () => {
    const given = document()
    const first = await open().store(given)
    remote.objects.clear()
    const all = await Promise.all([open().store(given), open().store(given)])
    expect(all[0]).toMatchObject({ status: 'stored' })
    expect(all[1]).toEqual(all[0])
    expect(all[0]).not.toEqual(first)
  })

  test('that nobody can look for are not stored a second time', async () => {
    const given = document()
    await open().store(given)
    const before = remote.uploads()
    remote.fail({ status: 500 })
    expect(await open().store(given)).toMatchObject({ status: 'unavailable' })
    expect(remote.uploads()).toBe(before)
  })

  test('under a row of another provider are stored by this one', async () => {
    const given = document()
    await open().store(given)
    await d1
      .prepare("update stored_artifacts set provider = 'r2', storage_key = 'x' where sha256 = ?")
      .bind(sha256(given.bytes))
      .run()
    expect(await open().store(given)).toMatchObject({ status: 'stored' })
    expect(await rowsOf(given.bytes)).toMatchObject([{ provider: 'immutable' }])
  })
})

test('an outage is remembered by nobody', async () => {
  const storage = open()
  const given = document({ waitUntil: () => {} })
  const timeOuts = holdTimeOuts()
  remote.fail('silence')
  const lost = storage.store(given)
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect.poll(timeOuts.held).toEqual([5000])
    timeOuts.fire()
  }
  expect(await lost).toMatchObject({ status: 'unavailable', error: expect.not.stringContaining('127') })
  remote.fail(undefined)
  expect(await storage.store(given)).toMatchObject({ status: 'stored' })
})
