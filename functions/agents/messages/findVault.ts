import { getAddress } from 'viem'
import type { GovernedVault } from '../../../shared/domain/chat/readVaultRole.ts'
import type { AgentMessage } from '../store/agentMessages.ts'
import type { MessageRun } from './Messaging.ts'

/**
 * The vault of a conversation: the one that it was given, or for a group that of its room; null if it has none on this
 * chain. Throws store_unavailable.
 */
export async function findVault(
  { conversations, rooms, chain }: MessageRun,
  { conversation, kind }: AgentMessage,
): Promise<GovernedVault | null> {
  const { chainId } = chain.config
  const given = await conversations.findConversationVault(conversation)
  if (given) return given.chainId === chainId ? given : null
  const room = kind === 'group' ? await rooms.find(chainId, `msgnet:${conversation}`) : null
  return room?.enabled ? { vault: getAddress(room.vault), admins: [] } : null
}
