import { isAddressEqual, type Address } from 'viem'
import { VAULT_ROLES, type VaultRole } from '../../../schema/workspace/vaultRoles.ts'
import { erc173Abi } from '../../abi/standards.ts'
import type { Chain } from '../../chain/chain.ts'

/** Somebody with a role that the vault's configuration gives. */
export interface VaultMember {
  readonly address: Address
  readonly role: Exclude<VaultRole, 'OWNER'>
}

/** Owner of a vault on chain (ERC-173), null if the vault does not name one, and the members with a role. */
interface Governance {
  readonly owner: Address | null
  readonly members: readonly VaultMember[]
}

/**
 * The strongest role that the wallets of one person have on a vault; null if they have none. The owner is the
 * vault's owner on chain: no configuration gives or takes that.
 */
export function vaultRoleOf({ owner, members }: Governance, wallets: readonly Address[]): VaultRole | null {
  const isOwn = (address: Address) => wallets.some((wallet) => isAddressEqual(wallet, address))
  if (owner && isOwn(owner)) return 'OWNER'
  const roles = new Set(members.filter(({ address }) => isOwn(address)).map(({ role }) => role))
  return VAULT_ROLES.find((role) => role !== 'OWNER' && roles.has(role)) ?? null
}

/** A vault, and who may give commands for it besides its owner. */
export interface GovernedVault {
  readonly vault: Address
  readonly admins: readonly Address[]
}

/**
 * The role on a vault of a person with these wallets. The vault's owner is its owner on chain (ERC-173). Throws
 * what a chain read throws.
 */
export async function readVaultRole(
  { vault, admins }: GovernedVault,
  wallets: readonly Address[],
  chain: Chain,
): Promise<'OWNER' | 'ADMIN' | 'MEMBER'> {
  const { value } = await chain.read(({ at }) => ({ owner: at(vault, erc173Abi)('owner') }))
  const members = admins.map((address) => ({ address, role: 'ADMIN' as const }))
  const role = vaultRoleOf({ owner: value.owner, members }, wallets)
  return role === 'OWNER' || role === 'ADMIN' ? role : 'MEMBER'
}
