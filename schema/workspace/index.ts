import { deploy } from './deploy.ts'
import { keepr } from './keepr.ts'
import { workspaceVaults } from './operations.ts'

/** Workspaces of vaults, actions of keepers, and records of deployments. */
export const workspace = { ...workspaceVaults, ...keepr, ...deploy }
