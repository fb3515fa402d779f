import type { Address } from 'viem'
import { erc173Abi } from '../../abi/standards.ts'
import type { Chain } from '../../chain/chain.ts'
import { vaultRoleOf } from '../vault/vaultRole.ts'

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
