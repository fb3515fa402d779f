import { createContext } from '../../shared/http/context.ts'
import type { Context } from '../../shared/http/handler.ts'
import { tendWorkspaces } from './desk/tendWorkspaces.ts'
import type { WorkspaceEnv } from './env.ts'

/** The family's scheduled work. */
const JOBS: readonly ((context: Context, env: WorkspaceEnv) => Promise<void>)[] = [tendWorkspaces]

/** Runs it all; a part that fails does not hold up the others. */
export async function runSchedule(env: WorkspaceEnv): Promise<void> {
  const context = createContext(env)
  const ended = await Promise.allSettled(JOBS.map((job) => job(context, env)))
  const failed = ended.flatMap((part) => (part.status === 'rejected' ? [part.reason] : []))
  if (failed.length > 0) throw new AggregateError(failed, 'scheduled work of the workspace family failed')
}
