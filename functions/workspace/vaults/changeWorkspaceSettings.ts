import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Runs the actions on settings, which the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceSettings: Handler<typeof workspaceVaults.changeWorkspaceSettings, WorkspaceContext> = (
  { body, principal },
  context,
) => runAction(body, principal, context)
