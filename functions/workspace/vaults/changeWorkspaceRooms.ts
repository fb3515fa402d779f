import type { WorkspaceHandler } from '../context.ts'
import { runAction } from './actions/runAction.ts'

/** Link a chat, publish, or change a room: the actions that the contract allows in the body. Throws what runAction throws. */
export const changeWorkspaceRooms: WorkspaceHandler<'changeWorkspaceRooms'> = runAction
