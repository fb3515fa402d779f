import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that start processes or a browser, and wait for them. */
const OF_PROCESSES =
  /\/test\/(localnet|docs|browser|site\/pages.browser|provisioner|workflows|chatapp\/page|mcp\/inspector)\/|\/test\/laws\/(codegen|deploy|lint)\./

/** Seconds of what takes longest, for a machine on which nothing has run yet. */
const LONG: Readonly<Record<string, number>> = {
  'localnet/start.test.ts': 60,
  'docs/documents.test.ts': 40,
  'browser/browser.test.ts': 45,
  'site/pages.browser/pages.test.ts': 30,
  'laws/sameAnswers.test.ts': 40,
  'laws/live.test.ts': 35,
  'agents/review/kill.test.ts': 25,
  'rpc/proxy/proxyRpc.outage.test.ts': 25,
  'agents/intelligence/walletIntelligence.outage.test.ts': 25,
  'laws/malformed.test.ts': 20,
  'laws/gasCaps.test.ts': 20,
  'provisioner/provision.test.ts': 20,
  'social/reputation/followUpdates.test.ts': 20,
  'social/reputation/runLane.test.ts': 20,
  'cache/hostile.test.ts': 20,
  'workspace/vaults/twoPersons.model.test.ts': 15,
  'laws/bodies.test.ts': 15,
  'laws/defaultBudgets.test.ts': 15,
  'laws/needs.test.ts': 15,
  'agents/messages/cutOff.test.ts': 15,
  'agents/review/charges.test.ts': 12,
}
const OTHERS_SECONDS = 2

/** A worker costs four CPU seconds before its first test: the modules, and a chain with its world. */
const WORTH_A_WORKER_SECONDS = 15

/**
 * One worker begins with what starts processes and goes on with it, while the others run the rest, the longest first. They all
 * take from one queue: a file stands in it where its worker is free, as far as is known how long each takes. Few files share
 * fewer workers.
 */
export class Lanes extends BaseSequencer {
  readonly #mostWorkers = Number(this.ctx.config.maxWorkers)

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = sorted.toSorted((a, b) => this.#seconds(b) - this.#seconds(a))
    const ofProcesses = longest.filter(({ moduleId }) => OF_PROCESSES.test(moduleId))
    const others = longest.filter((file) => !ofProcesses.includes(file))
    const seconds = files.reduce((sum, file) => sum + this.#seconds(file), 0)
    const workers = Math.min(this.#mostWorkers, Math.ceil(seconds / WORTH_A_WORKER_SECONDS))
    for (const { project } of files) project.config.maxWorkers = workers
    const begins = [...this.#begins(ofProcesses, 1), ...this.#begins(others, Math.max(1, workers - 1))]
    return begins.toSorted((a, b) => a.at - b.at).map(({ file }) => file)
  }

  /** When each of some files begins, on so many workers of their own. */
  #begins(files: readonly TestSpecification[], workers: number) {
    const free = Array.from({ length: workers }, () => 0)
    return files.map((file) => {
      const at = Math.min(...free)
      free[free.indexOf(at)] = at + this.#seconds(file)
      return { file, at }
    })
  }

  #seconds({ moduleId, project }: TestSpecification): number {
    const known = this.ctx.cache.getFileTestResults(`${project.name}:${moduleId.slice(project.config.root.length + 1)}`)
    if (known) return known.duration / 1000
    return Object.entries(LONG).find(([name]) => moduleId.endsWith(`/test/${name}`))?.[1] ?? OTHERS_SECONDS
  }
}
