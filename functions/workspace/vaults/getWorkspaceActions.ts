import { WORKSPACE_ACTIONS } from '../../../schema/workspace/actions.ts'
import { PERMISSION_NAMES } from '../../../schema/workspace/parts.ts'
import { ACTION_PERMISSIONS, may } from '../rules/permissions.ts'
import type { WorkspaceHandler } from '../context.ts'
import { answerTo } from './admit.ts'
import { enter } from './enter.ts'

/** The actions of a workspace, and whether the caller's role allows them. Throws what admit throws. */
export const getWorkspaceActions: WorkspaceHandler<'getWorkspaceActions'> = async (
  { query: { vault }, principal },
  context,
) => {
  const admission = await enter(vault, principal, context)
  const { role } = admission.actor
  return answerTo(admission, context.now(), {
    permissions: PERMISSION_NAMES.filter((permission) => may(role, permission)),
    actions: WORKSPACE_ACTIONS.map((action) => {
      const permission = ACTION_PERMISSIONS[action]
      return { action, permission, allowed: may(role, permission) }
    }),
  })
}
