import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleWorker } from '../support/bundleWorker.ts'

let directory: string
let script: string
let runtime: Miniflare
let lines: string[] = []

function open(): void {
  runtime = new Miniflare({
    ...convertV4MiniflareOptions({
      name: 'letters',
      modules: true,
      script,
      compatibilityDate: '2026-09-01',
      durableObjects: { LETTERS: { className: 'Letters', useSQLite: true } },
      handleStructuredLogs: ({ message }) => void lines.push(message),
      cf: false,
    }),
    resourcePersistencePath: directory,
  })
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'letters-'))
  script = await bundleWorker({ file: path.join(import.meta.dirname, 'outboxWorker.ts') })
  open()
})
afterAll(async () => {
  await runtime.dispose()
  await rm(directory, { recursive: true })
})

/** Calls an object. */
const object =
  (name: string) =>
  async (method: string, ...args: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ binding: 'LETTERS', name, method, args })
    const answer = await runtime.dispatchFetch('http://letters/', { method: 'POST', body })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
const soon = { timeout: 45_000, interval: 50 }

test('what a change leaves is done, and then there is no alarm', async () => {
  const ask = object('happy')
  await Promise.all(['one', 'two', 'three'].map((text) => ask('write', text)))
  await expect.poll(() => ask('count', 'sent'), soon).toBe(3)
  expect(await ask('count', 'letters')).toBe(0)
  await expect.poll(() => ask('wait'), soon).toBeNull()
})

test('what is due later is done then, and what is due earlier does not wait for it', async () => {
  const ask = object('later')
  await ask('put', 'later', 3_600_000)
  await ask('write', 'one')
  expect(await ask('wait')).toBeGreaterThan(3_500_000)
  await ask('put', 'later', 0)
  await ask('write', 'two')
  await expect.poll(() => ask('count', 'sent'), soon).toBe(2)
})

test('a failure says so and is tried again, ever later, which no change hastens', async () => {
  lines = []
  const ask = object('failing')
  await ask('put', 'failing', 2)
  await ask('write', 'one')
  await expect.poll(() => ask('get', 'runs'), soon).toBe(2)
  expect(await ask('wait')).toBeGreaterThan(500)
  await ask('write', 'two')
  expect(await ask('wait')).toBeGreaterThan(500)
  await expect.poll(() => ask('count', 'sent'), soon).toBe(2)
  expect(await ask('get', 'runs')).toBe(3)
  const failures = lines.map((line): unknown => JSON.parse(line))
  expect(failures).toMatchObject([{ event: 'letters_wait', error: 'TypeError' }, { event: 'letters_wait' }])
})

test('work that is not done although it is due does not go round without a pause', async () => {
  const ask = object('idle')
  await ask('put', 'idle', 1)
  await ask('write', 'one')
  await expect.poll(() => ask('get', 'runs'), soon).toBe(1)
  const wait = await ask('wait')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(1000)
  await ask('put', 'idle', 0)
  await expect.poll(() => ask('count', 'sent'), soon).toBe(1)
})

test('what an object left when it ended, without an alarm, is done when it is next used', async () => {
  const ask = object('restarted')
  await ask('write', 'one', false)
  expect(await ask('wait')).toBeNull()
  await runtime.dispose()
  open()
  expect(await ask('get', 'runs')).toBeLessThanOrEqual(1)
  await expect.poll(() => ask('count', 'sent'), soon).toBe(1)
})
