import { eq, sql } from 'drizzle-orm'
import { getAddress, isAddress, type Address } from 'viem'
import { chatConversations } from '../../drizzle/chat.ts'
import { lower } from '../text/address.ts'
import { openDatabase } from './database.ts'
import { stored } from './stored.ts'

export interface ConversationVault {
  readonly conversationId: string
  readonly chainId: number
  readonly vault: Address
  /** Wallets that may give commands besides the vault's owner: listed ones, and the vault's own admins. */
  readonly admins: readonly Address[]
}

export type ConversationStore = ReturnType<typeof createConversationStore>

/** Conversations of the chat app in D1. Every method throws store_unavailable. */
export function createConversationStore(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    /** Null for a conversation that has no vault. */
    async findConversationVault(conversationId: string): Promise<ConversationVault | null> {
      const [[row], configured] = await stored(() =>
        Promise.all([
          orm.select().from(chatConversations).where(eq(chatConversations.conversationId, conversationId)).limit(1),
          orm.all<{ address: Address }>(sql`select m.address from chat_conversations c
            join workspace_members m on m.vault_address = c.vault and m.role = 'ADMIN'
            where c.conversation_id = ${conversationId}`),
        ]),
      )
      if (!row) return null
      const admins = [...readAdmins(row.admins), ...configured.map(({ address }) => getAddress(address))]
      return { conversationId, chainId: row.chainId, vault: getAddress(row.vault), admins }
    },

    /** Gives a conversation its vault, or another one. */
    async assignVault({ conversationId, chainId, vault, admins }: ConversationVault, now: number): Promise<void> {
      const listed = JSON.stringify(admins.map(lower))
      await stored(() =>
        batch([
          sql`insert into chat_conversations (conversation_id, chain_id, vault, admins, created_at)
            values (${conversationId}, ${chainId}, ${lower(vault)}, ${listed}, ${now})
            on conflict do update set chain_id = excluded.chain_id, vault = excluded.vault, admins = excluded.admins`,
        ]),
      )
    },
  }
}

function readAdmins(json: string): Address[] {
  const listed: unknown = JSON.parse(json)
  return Array.isArray(listed)
    ? listed.flatMap((item: unknown) => (typeof item === 'string' && isAddress(item) ? [getAddress(item)] : []))
    : []
}
