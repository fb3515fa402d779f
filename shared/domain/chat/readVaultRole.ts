import type { Address } from 'viem'
import { erc173Abi } from '../../abi/erc173.ts'
import type { Chain } from '../../chain/chain.ts'
import { walletsOf, type AccountStore } from '../../store/accounts.ts'
import { vaultRoleOf } from '../vault/vaultRole.ts'

/** A vault, and who may give commands for it besides its owner. */
export interface GovernedVault {
  readonly vault: Address
  readonly admins: readonly Address[]
}

/**
 * The role of a wallet for a vault. Its owner is whoever owns the vault on chain (ERC-173); wallets that one account has
 * proven to own count as one. Throws store_unavailable, and what a chain read throws.
 */
export async function readVaultRole(
  { vault, admins }: GovernedVault,
  wallet: Address,
  { accounts, chain }: { readonly accounts: AccountStore; readonly chain: Chain },
): Promise<'OWNER' | 'ADMIN' | 'MEMBER'> {
  const [{ value }, account] = await Promise.all([
    chain.read(({ at }) => ({ owner: at(vault, erc173Abi)('owner') })),
    accounts.findByWallet(wallet),
  ])
  const members = admins.map((address) => ({ address, role: 'ADMIN' as const }))
  const role = vaultRoleOf({ owner: value.owner, members }, walletsOf(account, wallet))
  return role === 'OWNER' || role === 'ADMIN' ? role : 'MEMBER'
}
