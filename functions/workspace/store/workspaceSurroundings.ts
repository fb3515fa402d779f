import { sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

/** The phase of a vault's auction in the index of vaults; null if unknown. Times are unix seconds. */
export interface Settlement {
  readonly settlementStage: string | null
  readonly settledAt: number | null
  readonly graduatedAt: number | null
}

/** The agent of an account: the smart wallet that it acts for, and its own wallet at the wallet provider. */
export interface OwnersAgent {
  readonly smartWallet: Address
  readonly wallet: Address | null
}

/** Records of other families about a vault, in D1. Every method throws store_unavailable. */
export function createWorkspaceSurroundings(d1: D1Database) {
  const { all } = openStoredDatabase(d1)
  return {
    async settlement(chainId: number, vault: Address): Promise<Settlement> {
      const [row] = await all<Settlement>(sql`
        select settlement_stage settlementStage, settled_at settledAt, graduated_at graduatedAt from vaults
        where vault = ${lower(vault)} and chain in (select id from chains where chain_id = ${chainId})
        order by chain desc limit 1`)
      return row ?? { settlementStage: null, settledAt: null, graduatedAt: null }
    },

    /** The chats linked to a vault, oldest first. */
    async chats(chainId: number, vault: Address): Promise<string[]> {
      const rows = await all<{ id: string }>(sql`select conversation_id id from chat_conversations
        where chain_id = ${chainId} and vault = ${lower(vault)} order by created_at, conversation_id limit 10`)
      return rows.map(({ id }) => id)
    },

    /** Whether a chat is linked to any vault. */
    async isChatTaken(chatId: string): Promise<boolean> {
      const found = await all(sql`select 1 from chat_conversations where conversation_id = ${chatId}`)
      return found.length > 0
    },

    /** The agent of the account that a wallet belongs to; null if it has none. */
    async agentOf(owner: Address): Promise<OwnersAgent | null> {
      const [row] = await all<{ smart: Address; own: Address | null }>(sql`
        select a.smart_wallet_address smart, w.agent_wallet_address own from creator_agents a
        left join creator_agent_wallets w on w.agent_wallet_id = a.server_wallet_id
        where a.profile_id = (select profile_id from profile_wallets where address = ${lower(owner)}) limit 1`)
      return row ? { smartWallet: getAddress(row.smart), wallet: row.own && getAddress(row.own) } : null
    },
  }
}
