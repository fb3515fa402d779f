import { createRuntimeStore } from './RuntimeContext.ts'

const RETENTION_SECONDS = 90 * 86_400

/** The retention rules of the runtime's tables, a bounded number of rows per run; `now` in unix milliseconds. */
export async function pruneRuntime({ DB }: { readonly DB: D1Database }, now: number): Promise<void> {
  const { runtimeRecords, runtimeDecisions } = createRuntimeStore(DB)
  const cutoff = Math.floor(now / 1000) - RETENTION_SECONDS
  await runtimeRecords.prune(cutoff)
  await runtimeDecisions.prune(cutoff)
}
