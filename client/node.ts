import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { TokenStore } from './auth/TokenStore.ts'

/**
 * A store in a file that only its user can read (mode 0600). It is written whole or not at all, so that several programs can share it.
 *
 * Throws what the file system throws, for example if the directory does not exist; a file that does not exist is an empty store.
 */
export const fileStore = (path: string): TokenStore => ({
  async get() {
    try {
      return await readFile(path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  },
  async set(text) {
    if (text === null) return rm(path, { force: true })
    const draft = `${path}.${randomUUID()}`
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  },
})
