import type { WorkspaceHandler } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Any action: the actions that the contract allows in the body. Throws what runAction throws. */
export const runWorkspaceAction: WorkspaceHandler<'runWorkspaceAction'> = runAction
