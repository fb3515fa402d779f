import { afterAll } from 'vitest'
import { chargedSeconds } from './cpu.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a file: its imports, its tests and the processes that they use, without what the files of a worker share. */
    cpuSeconds?: number
  }
}

// Runs before the imports of each file; files of a worker run one after the other.
const before = chargedSeconds()

// Vitest reads from the pattern which fixtures to prepare.
afterAll(({}, { file }) => {
  file.meta.cpuSeconds = chargedSeconds() - before
})
