import { type Address, isAddress, isAddressEqual } from 'viem'
import type * as z from 'zod'
import type { CommandPreflight } from '../../schema/social/chatBodies.ts'
import { isWriteCommand } from '../../shared/domain/chat/isWriteCommand.ts'
import { logError } from '../../shared/log/logError.ts'
import type { SocialHandler, SocialContext } from './context.ts'
import type { SessionPrincipal } from '../../shared/auth/findSession.ts'
import { readVaultRole } from '../../shared/domain/vault/vaultRole.ts'

/** Sources of commands by other operators' agents, in lower case. */
const EXTERNAL_AGENTS = new Set(['external-agent', 'external_agent', 'externalagent', 'agent'])

type Preflight = z.output<typeof CommandPreflight>
type Role = Preflight['role']

/**
 * Result of a command, by the first check that refuses it: an agent of another operator must be on the list; a
 * command that changes nothing is allowed; any other needs a wallet, a conversation, that wallet's session, and in the
 * vault of the conversation the role of owner or admin. Reads the vault's owner (ERC-173) from the chain.
 *
 * Throws nothing: what cannot be looked up counts as refused.
 */
export const preflightChatCommand: SocialHandler<'preflightChatCommand'> = async (
  { body: { command, conversationId, senderWallet, source }, request },
  context,
) => {
  try {
    return { data: await preflight() }
  } catch (error) {
    logError('warn', 'chat_preflight_unavailable', error)
    return { data: refused('preflight_unavailable_retry', 'runtime_unavailable') }
  }

  async function preflight(): Promise<Preflight> {
    const session = await context.findSession(request)
    const sender = senderWallet !== undefined && isAddress(senderWallet) ? senderWallet : null
    const walletMatch = session && sender ? isAddressEqual(session.address, sender) : null
    const refuse = (reason: Preflight['reason'], guard: Preflight['guardCategory'], role: Role = null) =>
      refused(reason, guard, { role, walletMatch })

    if (EXTERNAL_AGENTS.has(source?.trim().toLowerCase() ?? '')) {
      if (!session) return refuse('auth_session_required', 'auth_required')
      if (context.chatAgents.length === 0) return refuse('agent_allowlist_not_configured', 'agent_access_denied')
      if (!isAmong(context.chatAgents, session.address))
        return refuse('agent_user_not_allowlisted', 'agent_access_denied')
    }
    if (!isWriteCommand(command))
      return { allowed: true, reason: 'read_or_non_mutating_command', guardCategory: 'none', role: null, walletMatch }
    if (!sender) return refuse('connect_wallet_first', 'wallet_missing')
    if (!conversationId) return refuse('conversation_context_required', 'conversation_missing')
    if (!session) return refuse('auth_session_required', 'auth_required')
    if (!walletMatch) return refuse('sender_wallet_mismatch_session', 'wallet_session_mismatch')

    const role = await readConversationRole(conversationId, session, context)
    if (!role) return refuse('vault_not_configured_for_conversation', 'vault_missing')
    if (role === 'MEMBER') return refuse('admin_or_owner_required', 'role_denied', role)
    return { allowed: true, reason: 'ok', guardCategory: 'none', role, walletMatch }
  }
}

const refused = (
  reason: Preflight['reason'],
  guardCategory: Preflight['guardCategory'],
  known: Pick<Preflight, 'role' | 'walletMatch'> = { role: null, walletMatch: null },
): Preflight => ({ allowed: false, reason, guardCategory, ...known })

const isAmong = (listed: readonly Address[], address: Address): boolean =>
  listed.some((one) => isAddressEqual(one, address))

/**
 * The caller's role in a conversation; null if the conversation has no vault on this chain. Admins are the wallets
 * that the conversation lists. Throws authority_unknown, store_unavailable, and what a chain read throws.
 */
async function readConversationRole(
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
