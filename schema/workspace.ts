import { workspaceDesk } from './workspaceDesk.ts'

/** Workspaces of vaults, actions of keepers, and records of deployments. */
export const workspace = {
  ...workspaceDesk,
}
