import type { Context } from '../../shared/http/handler.ts'
import type { WorkspaceEnv } from './env.ts'

/** What the handlers of this family are given. */
export type WorkspaceContext = Context

export const createWorkspaceContext = (common: Context, _env: WorkspaceEnv): WorkspaceContext => common
