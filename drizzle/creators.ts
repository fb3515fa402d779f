import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Agents that creators run in the messaging network, one for each account. Addresses are in lower case.
 *
 * Retention: as long as the profile; a creator that is no longer listed keeps its row.
 */
export const creatorAgents = sqliteTable(
  'creator_agents',
  {
    /** The canonical smart wallet of the creator's account, which the agent acts for. */
    creatorAddress: text('creator_address').$type<`0x${string}`>().primaryKey(),
    profileId: text('profile_id').notNull(),
    agentType: text('agent_type', { enum: ['smart-wallet'] }).notNull(),
    /** The wallet provider's id of the agent's own wallet, an owner of the smart wallet. */
    serverWalletId: text('server_wallet_id').notNull(),
    smartWalletAddress: text('smart_wallet_address').$type<`0x${string}`>().notNull(),
    listedPublicly: integer('listed_publicly', { mode: 'boolean' }).notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    /** Unix seconds; of the last request that changed something. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('creator_agents_by_time').on(t.createdAt, t.creatorAddress),
    uniqueIndex('creator_agents_by_profile').on(t.profileId),
  ],
)

/**
 * Wallets that the wallet provider keeps for creators' agents, by the canonical wallet that they were made for. One
 * belongs to one creator. Addresses are in lower case; no key is here.
 *
 * Retention: as long as the wallet exists at the provider.
 */
export const creatorAgentWallets = sqliteTable(
  'creator_agent_wallets',
  {
    key: text().$type<`0x${string}`>().primaryKey(),
    agentWalletId: text('agent_wallet_id').notNull(),
    agentWalletAddress: text('agent_wallet_address').$type<`0x${string}`>().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('creator_agent_wallets_by_id').on(t.agentWalletId),
    uniqueIndex('creator_agent_wallets_by_address').on(t.agentWalletAddress),
  ],
)
