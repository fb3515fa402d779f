import type { WorkspaceHandler } from '../context.ts'
import { summarise } from './getWorkspaceSummary.ts'

/** As getWorkspaceSummary, with the vault in the body. */
export const readWorkspaceSummary: WorkspaceHandler<'readWorkspaceSummary'> = ({ body, principal }, context) =>
  summarise(body.vault, principal, context)
