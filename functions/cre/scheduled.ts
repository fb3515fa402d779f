import { schedule } from '../../shared/http/schedule.ts'
import { createRuntimeStore } from './context.ts'
import { RuntimeEnv } from './env.ts'

const RETENTION_SECONDS = 90 * 86_400

/** The retention rules of the runtime's tables, a bounded number of rows per run. */
export const scheduled = schedule('cre', RuntimeEnv, {
  pruneRecords: ({ env, seconds }) => createRuntimeStore(env.DB).runtimeRecords.prune(seconds - RETENTION_SECONDS),
  pruneDecisions: ({ env, seconds }) => createRuntimeStore(env.DB).runtimeDecisions.prune(seconds - RETENTION_SECONDS),
})
