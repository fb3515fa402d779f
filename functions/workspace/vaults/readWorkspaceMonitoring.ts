import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { monitor } from './getWorkspaceMonitoring.ts'

/** As getWorkspaceMonitoring, with the vault in the body. */
export const readWorkspaceMonitoring: Handler<typeof workspaceVaults.readWorkspaceMonitoring, WorkspaceContext> = (
  { body, principal },
  context,
) => monitor(body.vault, principal, context)
