import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { RELAUNCHES } from '../browser/serveBrowser.ts'
import { cpuSeconds } from './cpu.ts'
import { boundOf, slowness } from './dearFiles.ts'

/** Names the file that a run writes its report to, for commands that run a tier or a lane. */
export const REPORT_FILE = 'TEST_REPORT'

export interface RunReport {
  readonly seed: string
  readonly wallSeconds: number
  readonly cpuSeconds: number
  /** CPU seconds of this machine for one of the machine on which the bounds of files were measured. */
  readonly slowness: number
  readonly passed: number
  readonly failed: readonly string[]
  /** Number of skipped tests by file and reason. */
  readonly skipped: Readonly<Record<string, number>>
  /** CPU seconds of each file. */
  readonly files: Readonly<Record<string, number>>
}

const SHOWN = 10

/**
 * Ends a run: what was skipped and why, the files that took the most CPU and those above their bounds, the browser's launches,
 * wall time and CPU of all, and the counts as one plain line at the very end.
 */
export default class ClosingLine implements Reporter {
  readonly #begun = performance.now()
  #slowness = 1
  #isFiltered = false

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined
    // One file by its name is not worth the measurement.
    if (isTier()) this.#slowness = slowness()
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const isIn = (state: string) => (test: TestCase) => test.result().state === state
    const files = Object.fromEntries(
      modules
        .map((module) => [module.relativeModuleId, (module.meta().cpuSeconds ?? 0) / this.#slowness] as const)
        .toSorted(([, a], [, b]) => b - a),
    )
    const over = isTier() ? Object.entries(files).filter(([file, seconds]) => seconds > boundOf(file)) : []
    const far = over.filter(([file, seconds]) => seconds > 2 * boundOf(file))
    const report: RunReport = {
      seed: process.env['SEED'] ?? '',
      wallSeconds: (performance.now() - this.#begun) / 1000,
      cpuSeconds: cpuSeconds(),
      slowness: this.#slowness,
      passed: tests.filter(isIn('passed')).length,
      failed: [
        ...tests.filter(isIn('failed')).map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
        ...modules.flatMap(failedSuites),
        ...errors.map(({ message }) => `outside of the tests: ${message}`),
        ...far.map(([file]) => `${file}: more than twice its bound of ${boundOf(file)} CPU seconds`),
      ],
      skipped: this.#isFiltered ? {} : countSkipped(tests.filter(isIn('skipped'))),
      files,
    }
    if (far.length > 0) process.exitCode = 1
    this.#print(report, over)
    const to = process.env[REPORT_FILE]
    if (to === undefined) return
    mkdirSync(path.dirname(to), { recursive: true })
    writeFileSync(to, `${JSON.stringify(report, null, 2)}\n`)
  }

  #print(report: RunReport, over: readonly (readonly [string, number])[]): void {
    const row = ([file, seconds]: readonly [string, number]) => `${seconds.toFixed(1).padStart(6)} ${file}`
    for (const [what, count] of Object.entries(report.skipped)) console.log(`skipped: ${count} of ${what}`)
    console.log(['CPU seconds:', ...Object.entries(report.files).slice(0, SHOWN).map(row)].join('\n'))
    for (const one of over)
      console.log(`over its bound of ${boundOf(one[0])} CPU seconds (test/support/dearFiles.ts): ${row(one).trim()}`)
    const relaunches = process.env[RELAUNCHES]
    if (relaunches !== undefined) console.log(`browser: launched again ${relaunches} times`)
    for (const failed of report.failed) console.log(`failed: ${failed}`)
    const { wallSeconds, passed, failed, skipped } = report
    console.log(`${wallSeconds.toFixed(0)} s, ${report.cpuSeconds.toFixed(0)} CPU seconds`)
    const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0)
    console.log(`${passed} passed, ${failed.length} failed, ${skips} skipped`)
  }
}

const isTier = (): boolean => process.env['TIER'] !== undefined

/** Files and suites whose own set-up failed, or that could not be loaded: their tests did not run, and count as skipped. */
const failedSuites = (module: TestModule): string[] => [
  ...(module.errors().length > 0 ? [`${module.relativeModuleId}: failed outside of its tests`] : []),
  ...[...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => `${module.relativeModuleId} > ${suite.fullName}: failed outside of its tests`),
]

function countSkipped(tests: readonly TestCase[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const test of tests) {
    const reason = test.meta().skipped ?? (isStopped(test) ? 'its suite failed to start' : 'no reason given')
    const what = `${test.module.relativeModuleId}: ${reason}`
    counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

function isStopped({ parent }: Pick<TestCase, 'parent'>): boolean {
  return parent.errors().length > 0 || (parent.type === 'suite' && isStopped(parent))
}
