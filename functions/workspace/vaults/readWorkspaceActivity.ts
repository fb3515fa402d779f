import type { WorkspaceHandler } from '../context.ts'
import { listActivity } from './getWorkspaceActivity.ts'

/** As getWorkspaceActivity, with its parameters in the body. */
export const readWorkspaceActivity: WorkspaceHandler<'readWorkspaceActivity'> = (
  { body: { vault, includeSystem = false, limit }, principal },
  context,
) => listActivity({ vault, system: includeSystem, limit }, principal, context)
