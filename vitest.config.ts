import { defineConfig, type Plugin } from 'vitest/config'
import { compileSolidity } from './platform/compile.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Lanes } from './test/support/Lanes.ts'
import { WHOLE } from './test/support/tiers.ts'

/** In tests that run in Node a Solidity file imports as it does in a Worker: as creation code. */
const solidity: Plugin = {
  name: 'solidity',
  async load(id) {
    if (!id.endsWith('.sol')) return undefined
    const artifacts = await compileSolidity({
      sources: [id],
      settings: { optimizer: { enabled: true, runs: 1_000_000 } },
    })
    return `export default ${JSON.stringify(artifacts[path.basename(id, '.sol')]?.bytecode)}`
  },
}

const packagesHash = createHash('sha256')
  .update(readFileSync('node_modules/.package-lock.json'))
  .digest('hex')
  .slice(0, 16)

/** `fast` is `npm test`, `whole` the rest; without a tier a run finds all files. */
const tier = process.env['TIER']
const testsOf = (files: string): string => (files.endsWith('/**') ? `${files}/*.test.ts` : files)

export default defineConfig({
  plugins: [solidity],
  test: {
    include: tier === 'whole' ? WHOLE.map(testsOf) : ['test/**/*.test.ts'],
    exclude: tier === 'fast' ? [...WHOLE] : [],
    globalSetup: ['test/support/seeded.ts', 'test/support/build.ts', 'test/browser/serveBrowser.ts'],
    setupFiles: [
      'test/support/undeclaredErrors.ts',
      'test/support/keepAlive.ts',
      'test/support/logLevel.ts',
      'test/support/measureCpu.ts',
    ],
    sequence: { sequencer: Lanes },
    // Expected failures are logged by the thousand: what a test printed is shown if it fails.
    silent: 'passed-only',
    reporters: ['default', './test/support/closingLine.ts'],
    // The long forms of a soak take as long as they take.
    testTimeout: process.env['SOAK'] === '1' ? 300_000 : 60_000,
    hookTimeout: 180_000,
    // An awaited change comes in a moment, on a busy machine in seconds.
    expect: { poll: { timeout: 45_000 } },
    // Twice the cores that they are meant for: one waits for processes, and the others for blocks and runtimes as much as they
    // compute. Files of a worker share its modules, and lend each other their chain.
    maxWorkers: 4,
    // Answers are read and thrown away by the thousand: a larger young generation is collected less often.
    execArgv: ['--max-semi-space-size=64'],
    isolate: false,
    // Transformed modules are read from the disk. Vitest empties a cache of other packages and then fails to write to it,
    // so that each set of packages has its own.
    experimental: { fsModuleCache: true, fsModuleCachePath: `.cache/modules-${packagesHash}` },
    // The bundles of the Workers are modules of Node.
    server: { deps: { external: [/\/\.build\//] } },
  },
})
