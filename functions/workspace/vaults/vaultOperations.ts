import { changeWorkspaceRooms } from './changeWorkspaceRooms.ts'
import { changeWorkspaceSettings } from './changeWorkspaceSettings.ts'
import { changeWorkspaceStrategies } from './changeWorkspaceStrategies.ts'
import { changeWorkspaceTasks } from './changeWorkspaceTasks.ts'
import { getWorkspaceActions } from './getWorkspaceActions.ts'
import { getWorkspaceActivity } from './getWorkspaceActivity.ts'
import { getWorkspaceMonitoring } from './getWorkspaceMonitoring.ts'
import { getWorkspaceRooms } from './getWorkspaceRooms.ts'
import { getWorkspaceSettings } from './getWorkspaceSettings.ts'
import { getWorkspaceStrategies } from './getWorkspaceStrategies.ts'
import { getWorkspaceSummary } from './getWorkspaceSummary.ts'
import { getWorkspaceTasks } from './getWorkspaceTasks.ts'
import { readWorkspaceActivity } from './readWorkspaceActivity.ts'
import { readWorkspaceMonitoring } from './readWorkspaceMonitoring.ts'
import { readWorkspaceSummary } from './readWorkspaceSummary.ts'
import { runWorkspaceAction } from './runWorkspaceAction.ts'

/** The operations under /v1/workspace. */
export const vaultOperations = {
  changeWorkspaceRooms,
  changeWorkspaceSettings,
  changeWorkspaceStrategies,
  changeWorkspaceTasks,
  getWorkspaceActions,
  getWorkspaceActivity,
  getWorkspaceMonitoring,
  getWorkspaceRooms,
  getWorkspaceSettings,
  getWorkspaceStrategies,
  getWorkspaceSummary,
  getWorkspaceTasks,
  readWorkspaceActivity,
  readWorkspaceMonitoring,
  readWorkspaceSummary,
  runWorkspaceAction,
}
