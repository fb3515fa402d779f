import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TestOptions } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Reason of a skipped test, which the end of a run names. */
    skipped?: string
  }
}

/** Programs of some names that the path of this process leads to, in the order of the names. */
const onPath = (...names: readonly string[]): string[] =>
  names
    .flatMap((name) => (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name)))
    .filter((file) => existsSync(file))

/** The one without windows starts with a tenth of the work. */
export const [CHROMIUM] = onPath('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome')
export const [REDIS] = onPath('redis-server')
export const [GIT] = onPath('git')

/** A Python 3 that has some modules: the first of the path may be one that does not see the packages of the system. */
export const pythonWith = (...modules: readonly string[]): string | undefined =>
  onPath('python3').find(
    (python) => spawnSync(python, ['-c', modules.map((name) => `import ${name}`).join('\n')]).status === 0,
  )

/** Options of tests that need a program. Without it they are skipped, and the end of the run says why. */
export const needs = (name: string, program: string | undefined): TestOptions =>
  program === undefined ? { skip: true, meta: { skipped: `${name} is not installed` } } : {}
