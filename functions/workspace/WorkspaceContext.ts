import type { Context } from '../../shared/http/handler.ts'
import { createDesk, type DeskContext } from './desk/createDesk.ts'
import type { WorkspaceEnv } from './env.ts'

/** What the handlers of this family are given. */
export interface WorkspaceContext extends Context {
  readonly desk: DeskContext
}

export const createWorkspaceContext = (common: Context, env: WorkspaceEnv): WorkspaceContext => ({
  ...common,
  desk: createDesk(env),
})
