import * as z from 'zod'
import { AsOf, ChainId, EvmAddress } from '../common.ts'
import { VAULT_ROLES } from './vaultRoles.ts'

export const VaultRole = z.enum(VAULT_ROLES).meta({
  id: 'VaultRole',
  description:
    'OWNER: the onchain owner of the vault (ERC-173), or an account linked to the owning wallet; ADMIN, OPERATOR, VIEWER: assigned with settings.members.set. Administrators of the deployment are VIEWER of every workspace',
})

export const PERMISSION_NAMES = [
  'read',
  'strategy_manage',
  'tasks_manage',
  'action_execute_low_risk',
  'settings_manage',
  'rooms_manage',
  'action_execute_high_risk',
] as const

export const Permission = z
  .enum(PERMISSION_NAMES)
  .meta({ id: 'WorkspacePermission', description: 'Permission of a role in a workspace' })

export const Severity = z
  .enum(['info', 'warn', 'critical'])
  .meta({ id: 'WorkspaceSeverity', description: 'Severity; as minSeverity: the lowest that notifies' })

export const TASK_STATUSES = ['open', 'snoozed', 'approved', 'rejected', 'done'] as const
export const APPROVAL_STATUSES = ['pending', 'approved', 'executed', 'rejected', 'cancelled'] as const

export const time = (description: string) => z.iso.datetime().describe(description)
export const text = (description: string) => z.string().describe(description)
export const count = (description: string) => z.int().meta({ description, example: 2 })
export const details = (description: string) =>
  z.record(z.string(), z.unknown()).meta({ additionalProperties: true, description })

/** Fields of every answer about a workspace. */
export const commonFields = {
  chainId: ChainId,
  asOf: AsOf,
  vaultAddress: EvmAddress.describe('Vault of the workspace'),
  generatedAt: time('When the response was generated'),
  actorRole: VaultRole,
} as const
