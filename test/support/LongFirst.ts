import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest. Where no earlier run has told, files go by their size, and one of these that came last would run alone. */
const LONG = [
  'localnet/start.test.ts',
  'laws/live.test.ts',
  'docs/documents.test.ts',
  'browser/browser.test.ts',
  'laws/malformed.test.ts',
  'laws/gasCaps.test.ts',
  'laws/defaultBudgets.test.ts',
  'agents/intelligence/walletIntelligence.outage.test.ts',
  'rpc/proxy/proxyRpc.outage.test.ts',
  'agents/review/kill.test.ts',
]

/** Begins with the files that take longest, so that none of them is left when the others are done. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = LONG.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/test/${name}`)))
    return [...long, ...sorted.filter((file) => !long.includes(file))]
  }
}
