import type { WorkspaceHandler } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Decide tasks, approvals and alerts: the actions that the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceTasks: WorkspaceHandler<'changeWorkspaceTasks'> = runAction
