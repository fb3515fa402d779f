import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { listActivity } from './getWorkspaceActivity.ts'

/** As getWorkspaceActivity, with its parameters in the body. */
export const readWorkspaceActivity: Handler<typeof workspaceVaults.readWorkspaceActivity, WorkspaceContext> = (
  { body: { vault, includeSystem = false, limit }, principal },
  context,
) => listActivity({ vault, system: includeSystem, limit }, principal, context)
