import type { WorkspaceHandler } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Set a target or have keepers act: the actions that the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceStrategies: WorkspaceHandler<'changeWorkspaceStrategies'> = runAction
