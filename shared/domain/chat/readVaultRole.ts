import { type Address, isAddressEqual } from 'viem'
import { erc173Abi } from '../../abi/erc173.ts'
import type { Chain } from '../../chain/chain.ts'
import type { AccountStore } from '../../store/accounts.ts'

/** A vault, and who may give commands for it besides its owner. */
export interface GovernedVault {
  readonly vault: Address
  readonly admins: readonly Address[]
}

/**
 * The role of a wallet for a vault. Its owner is whoever owns the vault on chain (ERC-173): the wallet itself, or one that
 * its account has proven to own. Throws store_unavailable, and what a chain read throws.
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
  const { owner } = value
  const own = [wallet, ...(account?.wallets ?? []).map(({ address }) => address)]
  if (owner !== null && own.some((address) => isAddressEqual(address, owner))) return 'OWNER'
  return admins.some((admin) => isAddressEqual(admin, wallet)) ? 'ADMIN' : 'MEMBER'
}
