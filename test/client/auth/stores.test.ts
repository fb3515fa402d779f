import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { memoryStore, webStore } from 'creator-vault'
import { fileStore } from 'creator-vault/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stores-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Web Storage as the HTML standard has it, as far as a store uses it. */
class Kept implements Storage {
  readonly [name: string]: unknown
  readonly #texts = new Map<string, string>()
  get length() {
    return this.#texts.size
  }
  clear() {
    this.#texts.clear()
  }
  key(index: number) {
    return [...this.#texts.keys()][index] ?? null
  }
  getItem(key: string) {
    return this.#texts.get(key) ?? null
  }
  setItem(key: string, text: string) {
    this.#texts.set(key, text)
  }
  removeItem(key: string) {
    this.#texts.delete(key)
  }
}

test.each([
  ['memoryStore', () => memoryStore()],
  ['webStore', () => webStore('session', new Kept())],
  ['fileStore', () => fileStore(path.join(folder, 'happy'))],
])('%s keeps one text, and none after null', async (_name, create) => {
  const store = create()
  expect(await store.get()).toBeNull()
  await store.set(null)
  for (const text of ['first', 'second ☃']) {
    await store.set(text)
    expect(await store.get()).toBe(text)
  }
  await store.set(null)
  expect(await store.get()).toBeNull()
})

test('webStore: stores with different keys do not share a text', async () => {
  const storage = new Kept()
  await webStore('a', storage).set('of a')
  expect(await webStore('b', storage).get()).toBeNull()
  await webStore('b', storage).set(null)
  expect(await webStore('a', storage).get()).toBe('of a')
})

describe('fileStore', () => {
  test('security: only the user can read it, also where a file was there that others could read', async () => {
    const file = path.join(folder, 'mode')
    await writeFile(file, 'old', { mode: 0o644 })
    await fileStore(file).set('secret')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toBe('secret')
  })

  test('error: a directory that does not exist, and a path that is a directory', async () => {
    await expect(fileStore(path.join(folder, 'none', 'x')).set('text')).rejects.toThrow('ENOENT')
    const own = await mkdtemp(path.join(folder, 'directory-'))
    const taken = path.join(own, 'taken')
    await writeFile(path.join(own, 'other'), '')
    await fileStore(taken).set('text')
    await expect(fileStore(own).get()).rejects.toThrow('EISDIR')
    await expect(fileStore(own).set('text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect((await readdir(folder)).filter((name) => name.startsWith(path.basename(own)))).toEqual([path.basename(own)])
  })

  test('concurrency: a reader sees one whole text while others write', async () => {
    const file = path.join(folder, 'race')
    const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(50_000))
    await fileStore(file).set(texts[0] ?? '')
    const writes = texts.map((text) => fileStore(file).set(text))
    const reads = Array.from({ length: 20 }, () => fileStore(file).get())
    await Promise.all(writes)
    for (const read of [...(await Promise.all(reads)), await fileStore(file).get()]) expect(texts).toContain(read)
    expect((await readdir(folder)).filter((name) => name.startsWith('race'))).toEqual(['race'])
  })
})
