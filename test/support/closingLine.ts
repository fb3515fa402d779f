import type { Reporter, TestModule } from 'vitest/node'

/** Prints the counts as one plain line at the very end, and before it each test that was skipped, by name. */
export default class ClosingLine implements Reporter {
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
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
