import type { WorkspaceAction } from '../../../schema/workspace/actions.ts'
import type { VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import type { PERMISSION_NAMES } from '../../../schema/workspace/parts.ts'

export type Permission = (typeof PERMISSION_NAMES)[number]

const ALL = ['OWNER', 'ADMIN', 'OPERATOR', 'VIEWER'] as const
const WORKERS = ['OWNER', 'ADMIN', 'OPERATOR'] as const
const LEADERS = ['OWNER', 'ADMIN'] as const

export const PERMISSIONS: Readonly<Record<Permission, readonly VaultRole[]>> = {
  read: ALL,
  strategy_manage: WORKERS,
  tasks_manage: WORKERS,
  action_execute_low_risk: WORKERS,
  settings_manage: LEADERS,
  rooms_manage: LEADERS,
  action_execute_high_risk: LEADERS,
}

/** The permission that each action requires. A high-risk request needs less than its decision. */
export const ACTION_PERMISSIONS: Readonly<Record<WorkspaceAction, Permission>> = {
  'strategy.setTarget': 'strategy_manage',
  'strategy.execute': 'action_execute_low_risk',
  'task.approve': 'tasks_manage',
  'task.reject': 'tasks_manage',
  'task.snooze': 'tasks_manage',
  'task.assign': 'tasks_manage',
  'approval.approve': 'action_execute_high_risk',
  'approval.reject': 'action_execute_high_risk',
  'approval.cancel': 'action_execute_low_risk',
  'alert.acknowledge': 'tasks_manage',
  'alert.resolve': 'tasks_manage',
  'settings.notifications.upsert': 'settings_manage',
  'settings.members.set': 'settings_manage',
  'rooms.chatapp.link': 'rooms_manage',
  'rooms.chatapp.unlink': 'rooms_manage',
  'rooms.msgnet.publish': 'rooms_manage',
  'rooms.rules.upsert': 'rooms_manage',
}

export const may = (role: VaultRole, permission: Permission): boolean => PERMISSIONS[permission].includes(role)
