import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Any action: the actions that the contract allows in the body. Throws what runAction throws. */
export const runWorkspaceAction: Handler<typeof workspaceVaults.runWorkspaceAction, WorkspaceContext> = (
  { body, principal },
  context,
) => runAction(body, principal, context)
