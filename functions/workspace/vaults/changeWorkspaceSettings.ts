import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Set how the caller is told, or who has which role: what the contract lets into the body. Throws what runAction throws. */
export const changeWorkspaceSettings: Handler<typeof workspaceVaults.changeWorkspaceSettings, WorkspaceContext> = (
  { body, principal },
  context,
) => runAction(body, principal, context)
