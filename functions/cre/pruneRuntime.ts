import { createStore } from '../../shared/store/createStore.ts'

const RETENTION_MS = 90 * 86_400_000

/** The retention rules of the runtime's tables, a bounded number of rows a run. */
export async function pruneRuntime({ DB }: { readonly DB: D1Database }, now: number): Promise<void> {
  const { runtimeRecords, runtimeDecisions } = createStore(DB)
  await runtimeRecords.prune(now - RETENTION_MS)
  await runtimeDecisions.prune(now - RETENTION_MS)
}
