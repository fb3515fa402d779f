import { type Address, isAddressEqual } from 'viem'
import { erc173Abi } from '../../shared/abi/erc173.ts'
import type { SocialContext } from './SocialContext.ts'

/**
 * The role of a signed-in wallet in a conversation; null if the conversation has no vault on this chain. Its owner is
 * whoever owns the vault on chain: the wallet itself, or one that its account has proven to own. Admins are those that
 * the conversation lists.
 *
 * Throws store_unavailable, and what a chain read throws.
 */
export async function readConversationRole(
  conversationId: string,
  wallet: Address,
  { conversations, accounts, chain }: Pick<SocialContext, 'conversations' | 'accounts' | 'chain'>,
): Promise<'OWNER' | 'ADMIN' | 'MEMBER' | null> {
  const found = await conversations.findConversationVault(conversationId)
  if (!found || found.chainId !== chain.config.chainId) return null
  const { vault, admins } = found
  const [{ value }, account] = await Promise.all([
    chain.read(({ at }) => ({ owner: at(vault, erc173Abi)('owner') })),
    accounts.findByWallet(wallet),
  ])
  const { owner } = value
  const own = [wallet, ...(account?.wallets ?? []).map(({ address }) => address)]
  if (owner !== null && own.some((address) => isAddressEqual(address, owner))) return 'OWNER'
  return admins.some((admin) => isAddressEqual(admin, wallet)) ? 'ADMIN' : 'MEMBER'
}
