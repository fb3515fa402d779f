import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startStorage } from '../../localnet/storage/startStorage.ts'
import { listen } from '../../localnet/standIn.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'
import { createImmutableProvider } from '../../shared/artifacts/createImmutableProvider.ts'
import { StorageUnavailable } from '../../shared/artifacts/ArtifactProvider.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'
import * as z from 'zod'
import { useNet } from '../support/useNet.ts'

const storage = useNet(() => startStorage())
afterEach(() => storage.fail(undefined))

const open = (options: Partial<Parameters<typeof createImmutableProvider>[0]> = {}) =>
  createImmutableProvider({ apiUrl: storage.url, chainId: 232, gapMs: 1, ...options })
let made = 0
const document = (text = `{"b":1,"a":${made++}}`) => ({
  bytes: new TextEncoder().encode(text),
  contentType: 'application/json',
  sha256: '',
})
/** How many uploads some work takes. */
async function uploadsOf(work: Promise<unknown>): Promise<number> {
  const before = storage.uploads()
  await work.catch(() => undefined)
  return storage.uploads() - before
}

test('has its own address if no other is set, and the retention of its own main chain', () => {
  const { STORAGE_API_URL, STORAGE_CHAIN_ID, STORAGE_PROVIDER } = readEnv(z.object(storageVariables), { ARTIFACTS: {} })
  expect([STORAGE_API_URL, STORAGE_CHAIN_ID]).toEqual(['https://api.grove.storage', 232])
  expect(STORAGE_PROVIDER).toBe('r2')
})

describe('an upload', () => {
  test('is sent once, as it is, and says where it went', async () => {
    const given = document()
    const location = await open({ apiUrl: `${storage.url}/` }).put(given)
    const there = storage.objects.get(location.storageKey)
    expect(new Uint8Array(there?.bytes ?? [])).toEqual(given.bytes)
    expect(there?.contentType).toBe('application/json')
    expect(location).toEqual({
      storageKey: location.storageKey,
      uri: `lens://${location.storageKey}`,
      gatewayUrl: `${storage.url}/${location.storageKey}`,
      statusUrl: `${storage.url}/status/${location.storageKey}`,
    })
    expect(open().locationOf(location.storageKey)).toEqual(location)
    expect((await fetch(location.statusUrl ?? '')).status).toBe(200)
  })

  test.each([{ status: 500 }, { status: 429 }, { status: 408 }, { answer: 'nonsense' }] as const)(
    'that fails with %j is sent again, once',
    async (fault) => {
      storage.fail(fault, 1)
      await expect(open().put(document())).resolves.toMatchObject({ storageKey: expect.any(String) })
      storage.fail(fault)
      await expect(open().put(document())).rejects.toThrow()
    },
  )

  test('that gets no answer in five seconds is sent again, once', async () => {
    const timeOuts = holdTimeOuts()
    storage.fail('silence')
    const sent = expect(open().put(document())).rejects.toThrow('the time is up')
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect.poll(timeOuts.held).toEqual([5000])
      timeOuts.fire()
    }
    await sent
  })

  test('that is refused is not sent again', async () => {
    storage.fail({ status: 413 }, 1)
    await expect(open().put(document())).rejects.toThrow(StorageUnavailable)
  })

  test('that cannot be read back yet is looked for again, and not sent again', async () => {
    storage.fail('not yet', 2)
    expect(await uploadsOf(open().put(document()))).toBe(1)
    storage.fail('not yet')
    expect(await uploadsOf(expect(open().put(document())).rejects.toThrow('cannot be read back yet'))).toBe(1)
  })

  test.each(['other bytes', 'other spelling'] as const)('of which %s come back is not stored', async (fault) => {
    storage.fail(fault)
    const work = expect(open().put(document())).rejects.toThrow('serves other bytes')
    expect(await uploadsOf(work)).toBe(2)
    storage.fail(fault, 2)
    await expect(open().put(document())).resolves.toBeDefined()
  })
})

describe('what it says of an upload is not believed', () => {
  const KEY = 'ab'.repeat(32)
  const described = (changes: object = {}) => ({
    storage_key: KEY,
    uri: `lens://${KEY}`,
    gateway_url: `${storage.url}/${KEY}`,
    ...changes,
  })

  test.each<readonly [string, () => unknown]>([
    ['a key that is a path', () => described({ storage_key: '../../../../etc/passwd' })],
    ['a key that is short', () => described({ storage_key: 'ab' })],
    ['a gateway elsewhere', () => described({ gateway_url: `https://evil.example/${KEY}` })],
    ['a gateway of another key', () => described({ gateway_url: `${storage.url}/${'cd'.repeat(32)}` })],
    ['an address of another kind', () => described({ uri: `javascript://${KEY}` })],
    ['no key', () => [{}]],
    ['two uploads', () => [described(), described()]],
    ['none', () => []],
    ['a text', () => 'lens://'],
    ['null', () => null],
  ])('%s', async (_, answer) => {
    storage.objects.set(KEY, { bytes: Buffer.from('[]'), contentType: 'application/json' })
    storage.fail({ answer: answer() })
    await expect(open().put(document('[]'))).rejects.toThrow('did not return an address of the bytes')
  })

  test('but one object is as good as a list of it', async () => {
    storage.objects.set(KEY, { bytes: Buffer.from('[]'), contentType: 'application/json' })
    for (const answer of [described(), [described({ status_url: 7, more: {} })]]) {
      storage.fail({ answer })
      expect(await open().put(document('[]'))).toMatchObject({ storageKey: KEY })
    }
  })

  test('an answer without an end, or a redirect, is an outage', async () => {
    let elsewhere = 0
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/elsewhere')) elsewhere++
      if (request.method === 'GET') return response.writeHead(302, { location: '/elsewhere' }).end()
      response.writeHead(201, { 'content-type': 'application/json' })
      const more = () => void (response.write('['.repeat(65_536)) && setImmediate(more))
      more()
      return response
    })
    const { url, stop } = await listen(server)
    try {
      await expect(open({ apiUrl: url }).put(document())).rejects.toThrow('longer than')
      await expect(open({ apiUrl: url }).read('ab'.repeat(32))).rejects.toThrow(StorageUnavailable)
      expect(elsewhere).toBe(0)
    } finally {
      await stop()
    }
  })
})

describe('reading', () => {
  test('gives what is there, nothing where nothing is, and fails where that is not known', async () => {
    const given = document()
    const { storageKey } = await open().put(given)
    expect(await open().read(storageKey)).toEqual({ bytes: given.bytes, contentType: 'application/json' })
    expect(await open().read('cd'.repeat(32))).toBeUndefined()
    for (const fault of [{ status: 500 }, { status: 401 }] as const) {
      storage.fail(fault)
      await expect(open().read(storageKey)).rejects.toThrow()
    }
    const timeOuts = holdTimeOuts()
    storage.fail('silence')
    const late = expect(open().read(storageKey)).rejects.toThrow('the time is up')
    timeOuts.fire(5000)
    await late
  })

  test('stops at more than was ever stored', async () => {
    const key = 'ef'.repeat(32)
    storage.objects.set(key, { bytes: Buffer.alloc(262_145), contentType: 'image/png' })
    await expect(open().read(key)).rejects.toThrow('longer than 262144 bytes')
  })

  test('asks for nothing but keys', async () => {
    for (const key of ['', '..', 'status/x', `${'ab'.repeat(32)}?x`, `${'ab'.repeat(32)}/..`]) {
      expect(open({ apiUrl: 'http://127.0.0.1:1' }).locationOf(key)).toBeUndefined()
      expect(await open({ apiUrl: 'http://127.0.0.1:1' }).read(key)).toBeUndefined()
    }
  })
})
