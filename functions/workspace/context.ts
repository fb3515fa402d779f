import type { workspace } from '../../schema/workspace/index.ts'
import { createPlanSimulator } from './deploy/createPlanSimulator.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createDeploySessions } from './store/deploySessions.ts'
import { createKeeperActions } from './store/keeperActions.ts'
import { afterActions } from './store/workspaceReports.ts'
import type { WorkspaceEnv } from './env.ts'
import { openAuthority } from '../../shared/domain/authority/openAuthority.ts'
import { createRoomRules } from '../../shared/store/roomRules.ts'
import { createWorkspaceChanges } from './store/workspaceChange.ts'
import { createWorkspaceReads } from './store/workspaceReads.ts'
import { createWorkspaceSurroundings } from './store/workspaceSurroundings.ts'
import { mayEnqueue } from '../../shared/env/keeprEnv.ts'

export const createVaultsContext = (common: Pick<Context, 'chain' | 'now'>, env: WorkspaceEnv) => ({
  authority: openAuthority(common, env.DB),
  records: createWorkspaceReads(env.DB),
  changes: createWorkspaceChanges(env.DB),
  surroundings: createWorkspaceSurroundings(env.DB),
  rooms: createRoomRules(env.DB),
  /** Whether actions of this type may be enqueued for keepers: the operator can stop them by trust zone. */
  mayEnqueue: (actionType: string) => mayEnqueue(env, actionType),
  /** Administrators of the deployment, who read every workspace. */
  admins: new Set(env.ADMIN_ADDRESSES),
})

export type WorkspaceContext = ReturnType<typeof createWorkspaceContext>
export type WorkspaceHandler<O extends keyof typeof workspace> = Handler<(typeof workspace)[O], WorkspaceContext>

export const createWorkspaceContext = (common: Context, env: WorkspaceEnv) => ({
  ...common,
  vaults: createVaultsContext(common, env),
  actions: createKeeperActions(env.DB, afterActions),
  deploySessions: createDeploySessions(env.DB),
  simulatePlan: createPlanSimulator(common.chain, common.now),
})
