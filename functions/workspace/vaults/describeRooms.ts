import type { Address } from 'viem'
import type { RoomRule } from '../../../shared/store/roomRules.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Admission } from './admit.ts'

/** The rooms of a vault from the records, and the agent that speaks for it. Throws store_unavailable. */
export async function readRooms({ vault, owner, asOf }: Admission, { vaults }: WorkspaceContext) {
  const [rules, chats, agent] = await Promise.all([
    vaults.rooms.ofVault(asOf.chainId, vault),
    vaults.surroundings.chats(asOf.chainId, vault),
    owner ? vaults.surroundings.agentOf(owner) : null,
  ])
  const rule = (type: RoomRule['type']) => rules.find((one) => one.type === type && one.enabled)
  const [chatRule, groupRule] = [rule('chatapp'), rule('msgnet')]
  return {
    rules,
    agent,
    chatRule,
    chatapp: {
      enabled: chatRule !== undefined,
      linked: chats.length > 0,
      chatId: chats[0] ?? null,
      roomChatId: chatRule ? roomOf(chatRule) : null,
      memberCount: null,
    },
    msgnet: {
      linked: groupRule !== undefined,
      conversationId: groupRule ? roomOf(groupRule) : null,
      agentAddress: agent?.smartWallet ?? null,
      agentType: agent ? ('sw' as const) : null,
    },
  }
}

const roomOf = ({ roomKey }: RoomRule): string => roomKey.slice(roomKey.indexOf(':') + 1)

/** Whether the account of a vault's owner has an agent that may act for it. */
export const automationOf = (agent: { readonly smartWallet: Address } | null) => ({
  enabled: agent !== null,
  scope: agent ? ('agent' as const) : ('none' as const),
})
