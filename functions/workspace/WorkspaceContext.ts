import { createPlanSimulator, type SimulatePlan } from './deploy/createPlanSimulator.ts'
import type { Context } from '../../shared/http/handler.ts'
import { createDeploySessions, type DeploySessionStore } from './store/deploySessions.ts'
import { createKeeperActions, type KeeperActions } from './store/keeperActions.ts'
import { afterActions } from './store/workspaceReports.ts'
import { createDesk, type DeskContext } from './desk/createDesk.ts'
import type { WorkspaceEnv } from './env.ts'

/** What the handlers of this family are given. */
export interface WorkspaceContext extends Context {
  readonly desk: DeskContext
  readonly actions: KeeperActions
  readonly deploySessions: DeploySessionStore
  readonly simulatePlan: SimulatePlan
}

export const createWorkspaceContext = (common: Context, env: WorkspaceEnv): WorkspaceContext => ({
  ...common,
  desk: createDesk(common, env),
  actions: createKeeperActions(env.DB, afterActions),
  deploySessions: createDeploySessions(env.DB),
  simulatePlan: createPlanSimulator(common.chain, common.now),
})
