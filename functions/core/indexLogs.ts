import { createContext } from '../../shared/http/context.ts'
import { createStore } from './store/createStore.ts'
import type { CoreEnv } from './env.ts'
import { pruneIndex, runIndexJob } from './logIndex/runIndexJob.ts'

/** Core's schedule: one run of the log index, then the retention rules of its tables. */
export async function indexLogs(env: CoreEnv): Promise<void> {
  const { chain, now } = createContext(env)
  const job = { chain, store: createStore(env.DB), now }
  await runIndexJob(job)
  await pruneIndex(job)
}
