import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BOUNDS } from './bounds.ts'
import { operations } from './live.ts'
import { filesUnder, root, textOf } from './sources.ts'

const codeOf = (folder: string): string[] => filesUnder(folder).filter((file) => /\.(?:tsx?|css)$/.test(file))
const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)

const shared = codeOf('shared')
const ROW = /^\| ([^|]+) \| `([^`]+)` \| ([^|]+) \|$/gm
const mechanisms = [...textOf('CONTRIBUTING.md').matchAll(ROW)].map(([, name = '', location = '', reason = '']) => ({
  name,
  location,
  reason,
}))

const sizes: Readonly<Record<keyof typeof BOUNDS, number>> = {
  linesPerOperation: linesOf([...codeOf('functions'), ...codeOf('schema'), ...shared]) / operations.length,
  sharedLines: linesOf(shared),
  sharedFiles: shared.length,
  mechanisms: mechanisms.length,
}

test.each(Object.entries(BOUNDS))('%s stays within its bound', (name, { most, reason }) => {
  const size = Object.entries(sizes).find(([one]) => one === name)?.[1]
  expect(size, reason).toBeGreaterThan(0)
  expect(size, reason).toBeLessThanOrEqual(most)
})

test('each mechanism is in the repository, once', () => {
  expect(mechanisms.filter(({ location }) => !existsSync(path.join(root, location)))).toEqual([])
  expect(new Set(mechanisms.map(({ location }) => location)).size).toBe(mechanisms.length)
})
