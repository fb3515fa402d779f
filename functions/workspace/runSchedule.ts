import { logError } from '../../shared/log/logError.ts'
import { createDeploySessions } from './store/deploySessions.ts'
import { createKeeperActions } from './store/keeperActions.ts'
import { pruneJoinRequests } from '../../shared/store/joinRequests.ts'
import { createContext } from '../../shared/http/context.ts'
import { afterActions } from './store/workspaceReports.ts'
import { tendWorkspaces } from './vaults/tendWorkspaces.ts'
import type { WorkspaceEnv } from './env.ts'

type Job = (env: WorkspaceEnv, now: number) => Promise<unknown>

/** The family's scheduled work, each part on its own; times in unix seconds. */
const JOBS: Readonly<Record<string, Job>> = {
  endLeases: ({ DB }, now) => createKeeperActions(DB, afterActions).sweep(now),
  tendWorkspaces: (env) => tendWorkspaces(createContext(env), env),
  pruneJoinRequests: ({ DB }, now) => pruneJoinRequests(DB, now),
  pruneDeploySessions: ({ DB }, now) => createDeploySessions(DB).prune(now),
}

/** Does all of it. A part that fails holds up no other, says so in the log, and fails the run; `now` in unix milliseconds. */
export async function runSchedule(env: WorkspaceEnv, now: number): Promise<void> {
  const jobs = Object.entries(JOBS)
  const ended = await Promise.allSettled(jobs.map(([, job]) => job(env, Math.floor(now / 1000))))
  const failed = ended.flatMap((one, i) =>
    one.status === 'rejected' ? [{ job: jobs[i]?.[0] ?? '', reason: one.reason }] : [],
  )
  for (const { job, reason } of failed) logError('error', 'schedule_failed', reason, { job })
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      'scheduled work failed',
    )
}
