/** Roles on a vault, the strongest first. */
export const VAULT_ROLES = ['OWNER', 'ADMIN', 'OPERATOR', 'VIEWER'] as const
export type VaultRole = (typeof VAULT_ROLES)[number]
