import type { Reporter, TestModule } from 'vitest/node'
import { cpuSeconds } from './cpu.ts'

const DEAREST = 10

/**
 * Ends a run: what was skipped, by name, the files that took the most CPU, wall time and CPU of all, and the counts as one plain
 * line at the very end.
 */
export default class ClosingLine implements Reporter {
  readonly #begun = performance.now()

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      // A file that could not be loaded has no tests, and has failed all the same.
      if (module.state() === 'failed' && module.children.size === 0) counts.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed') counts[state]++
        else {
          counts.skipped++
          console.log(`skipped: ${test.fullName}`)
        }
      }
    }
    console.log(dearest(modules))
    const wall = (performance.now() - this.#begun) / 1000
    console.log(`${wall.toFixed(0)} s, ${cpuSeconds().toFixed(0)} CPU seconds`)
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}

function dearest(modules: readonly TestModule[]): string {
  const files = modules
    .map((module) => ({ name: module.relativeModuleId, seconds: module.meta().cpuSeconds ?? 0 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, DEAREST)
  return ['CPU seconds:', ...files.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} ${name}`)].join('\n')
}
