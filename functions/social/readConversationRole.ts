import type { SessionPrincipal } from '../../shared/auth/findSession.ts'
import { readVaultRole } from '../../shared/domain/chat/readVaultRole.ts'
import type { SocialContext } from './context.ts'

/**
 * The role of whoever is signed in in a conversation; null if the conversation has no vault on this chain. Admins are those
 * that the conversation lists. Throws authority_unknown, store_unavailable, and what a chain read throws.
 */
export async function readConversationRole(
  conversationId: string,
  session: SessionPrincipal,
  { conversations, authority, chain }: Pick<SocialContext, 'conversations' | 'authority' | 'chain'>,
): Promise<'OWNER' | 'ADMIN' | 'MEMBER' | null> {
  const [found, { wallets }] = await Promise.all([
    conversations.findConversationVault(conversationId),
    authority.standing(session),
  ])
  if (!found || found.chainId !== chain.config.chainId) return null
  return readVaultRole(found, wallets, chain)
}
