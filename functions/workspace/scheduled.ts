import { schedule } from '../../shared/http/schedule.ts'
import { pruneJoinRequests } from '../../shared/store/joinRequests.ts'
import { tendWorkspaces } from './desk/tendWorkspaces.ts'
import { WorkspaceEnv } from './env.ts'
import { createDeploySessions } from './store/deploySessions.ts'
import { createKeeperActions } from './store/keeperActions.ts'
import { afterActions } from './store/workspaceReports.ts'

/** Ends leases of keepers, looks after workspaces, and applies the retention rules. */
export const scheduled = schedule('workspace', WorkspaceEnv, {
  endLeases: ({ env, seconds }) => createKeeperActions(env.DB, afterActions).sweep(seconds),
  tendWorkspaces: ({ env, ...common }) => tendWorkspaces(common, env),
  pruneJoinRequests: ({ env, seconds }) => pruneJoinRequests(env.DB, seconds),
  pruneDeploySessions: ({ env, seconds }) => createDeploySessions(env.DB).prune(seconds),
})
