import type { Address } from 'viem'
import { readVaultRole } from '../../shared/domain/chat/readVaultRole.ts'
import type { SocialContext } from './SocialContext.ts'

/**
 * The role of a signed-in wallet in a conversation; null if the conversation has no vault on this chain. Admins are those
 * that the conversation lists. Throws store_unavailable, and what a chain read throws.
 */
export async function readConversationRole(
  conversationId: string,
  wallet: Address,
  { conversations, accounts, chain }: Pick<SocialContext, 'conversations' | 'accounts' | 'chain'>,
): Promise<'OWNER' | 'ADMIN' | 'MEMBER' | null> {
  const found = await conversations.findConversationVault(conversationId)
  if (!found || found.chainId !== chain.config.chainId) return null
  return readVaultRole(found, wallet, { accounts, chain })
}
