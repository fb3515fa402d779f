import { schedule } from '../../shared/http/schedule.ts'
import { pruneJoinRequests } from '../../shared/store/joinRequests.ts'
import { watchVaults } from './vaults/watchVaults.ts'
import { WorkspaceEnv } from './env.ts'
import { createDeploySessions } from './store/deploySessions.ts'
import { createKeeperActions } from './store/keeperActions.ts'
import { afterActions } from './store/workspaceReports.ts'
import { createWorkspaceSchedule } from './store/workspaceSchedule.ts'

/** Ends leases of keepers and what has waited too long, applies the retention rules, and then looks at the vaults. */
export const scheduled = schedule(
  'workspace',
  WorkspaceEnv,
  {
    endLeases: ({ env, seconds }) => createKeeperActions(env.DB, afterActions).sweep(seconds),
    pruneWorkspaces: ({ env, seconds }) => createWorkspaceSchedule(env.DB).prune(seconds),
    pruneJoinRequests: ({ env, seconds }) => pruneJoinRequests(env.DB, seconds),
    pruneDeploySessions: ({ env, seconds }) => createDeploySessions(env.DB).prune(seconds),
  },
  { watchVaults: ({ env, ...common }) => watchVaults(common, env.DB) },
)
