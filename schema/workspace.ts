import { deploy } from './deploy.ts'
import { keepr } from './keepr.ts'

/** Workspaces of vaults, actions of keepers, and records of deployments. */
export const workspace = { ...keepr, ...deploy }
