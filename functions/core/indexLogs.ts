import { createContext } from '../../shared/http/context.ts'
import type { Env } from '../../shared/env/env.ts'
import { createStore } from '../../shared/store/createStore.ts'
import { pruneIndex, runIndexJob } from './logIndex/runIndexJob.ts'

export interface IndexEnv extends Env {
  readonly DB: D1Database
}

/** Core's schedule: one run of the log index, then the retention rules of its tables. */
export async function indexLogs(env: IndexEnv): Promise<void> {
  const { chain, now } = createContext(env)
  const job = { chain, store: createStore(env.DB), now }
  await runIndexJob(job)
  await pruneIndex(job)
}
