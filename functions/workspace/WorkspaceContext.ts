import type { Context } from '../../shared/http/handler.ts'
import { createKeeperActions, type KeeperActions } from '../../shared/store/keeperActions.ts'
import type { WorkspaceEnv } from './env.ts'

/** What the handlers of this family are given. */
export interface WorkspaceContext extends Context {
  readonly actions: KeeperActions
}

export const createWorkspaceContext = (common: Context, env: WorkspaceEnv): WorkspaceContext => ({
  ...common,
  actions: createKeeperActions(env.DB),
})
