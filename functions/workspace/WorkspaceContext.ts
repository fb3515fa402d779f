import { createPlanSimulator, type SimulatePlan } from '../../shared/calldata/createPlanSimulator.ts'
import type { Context } from '../../shared/http/handler.ts'
import { createDeploySessions, type DeploySessionStore } from '../../shared/store/deploySessions.ts'
import { createKeeperActions, type KeeperActions } from '../../shared/store/keeperActions.ts'
import { afterActions } from '../../shared/store/workspaceReports.ts'
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
