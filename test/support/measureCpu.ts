import { afterAll } from 'vitest'
import { cpuSeconds } from './cpu.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a file: its imports, its tests and the processes that they use. */
    cpuSeconds?: number
  }
}

// Runs before the imports of each file; files of a worker run one after the other.
const before = cpuSeconds()

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern for the fixtures to prepare.
afterAll(({}, { file }) => {
  file.meta.cpuSeconds = cpuSeconds() - before
})
