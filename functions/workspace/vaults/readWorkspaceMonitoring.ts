import type { WorkspaceHandler } from '../context.ts'
import { monitor } from './getWorkspaceMonitoring.ts'

/** As getWorkspaceMonitoring, with the vault in the body. */
export const readWorkspaceMonitoring: WorkspaceHandler<'readWorkspaceMonitoring'> = ({ body, principal }, context) =>
  monitor(body.vault, principal, context)
