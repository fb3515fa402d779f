import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Set a target or have keepers act: the actions that the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceStrategies: Handler<typeof workspaceVaults.changeWorkspaceStrategies, WorkspaceContext> = (
  { body, principal },
  context,
) => runAction(body, principal, context)
