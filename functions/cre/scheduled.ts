import { schedule } from '../../shared/http/schedule.ts'
import { createStore } from '../../shared/store/createStore.ts'
import { RuntimeEnv } from './env.ts'

const RETENTION_SECONDS = 90 * 86_400

/** The retention rules of the runtime's tables, a bounded number of rows per run. */
export const scheduled = schedule('cre', RuntimeEnv, {
  pruneRecords: ({ env, seconds }) => createStore(env.DB).runtimeRecords.prune(seconds - RETENTION_SECONDS),
  pruneDecisions: ({ env, seconds }) => createStore(env.DB).runtimeDecisions.prune(seconds - RETENTION_SECONDS),
})
