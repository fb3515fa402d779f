import type { Address } from 'viem'
import type { Principal } from '../../../shared/auth/principal.ts'
import type { RoomRule } from '../../../shared/store/roomRules.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Admission } from './admit.ts'

type Entering = Promise<Admission>

/**
 * The agent of the vault's owner, who is looked for as the caller before the chain has named the owner. Throws
 * store_unavailable, and what entering throws.
 */
export async function readAgent(entering: Entering, principal: Principal, { vaults }: WorkspaceContext) {
  const caller = principal.kind === 'machine' ? null : principal.address
  const [{ owner }, callers] = await Promise.all([entering, caller && vaults.surroundings.agentOf(caller)])
  if (owner === null) return null
  return owner === caller ? callers : vaults.surroundings.agentOf(owner)
}

/**
 * The rooms of a vault from the records, read while its caller enters, and the agent that speaks for it. Throws
 * store_unavailable, and what entering throws.
 */
export async function readRooms(vault: Address, entering: Entering, principal: Principal, context: WorkspaceContext) {
  const { vaults, chain } = context
  const { chainId } = chain.config
  const [rules, chats, agent] = await Promise.all([
    vaults.rooms.ofVault(chainId, vault),
    vaults.surroundings.chats(chainId, vault),
    readAgent(entering, principal, context),
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
