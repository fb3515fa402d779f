import type { WorkspaceHandler } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Runs the actions on settings, which the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceSettings: WorkspaceHandler<'changeWorkspaceSettings'> = runAction
