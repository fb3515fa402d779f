import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

test('the linter, whose rules forbid any, casts and the heavy chain clients, finds no error', () => {
  const { stdout, stderr, status } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), ['--quiet', '-f', 'unix'], { cwd: root, encoding: 'utf8' })
  expect(`${stdout}${stderr}`.trim()).toBe('')
  expect(status).toBe(0)
})
