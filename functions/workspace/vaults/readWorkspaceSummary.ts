import type { workspaceVaults } from '../../../schema/workspace/operations.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { WorkspaceContext } from '../context.ts'
import { summarise } from './getWorkspaceSummary.ts'

/** As getWorkspaceSummary, with the vault in the body. */
export const readWorkspaceSummary: Handler<typeof workspaceVaults.readWorkspaceSummary, WorkspaceContext> = (
  { body, principal },
  context,
) => summarise(body.vault, principal, context)
