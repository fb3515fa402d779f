import type { Address } from 'viem'
import { createConversationStore } from '../shared/store/conversations.ts'
import { addressOf } from './world/accounts.ts'

/** The conversation of the local world that has a vault; its admin is `agent`. */
export const LOCAL_CONVERSATION = '-1001234567890'

/** Gives the local conversation the local vault. */
export async function seedConversation(
  db: D1Database,
  { vault, chainId }: { vault: Address; chainId: number },
  now: number,
): Promise<void> {
  const conversation = { conversationId: LOCAL_CONVERSATION, chainId, vault, admins: [addressOf('agent')] }
  await createConversationStore(db).assignVault(conversation, now)
}
