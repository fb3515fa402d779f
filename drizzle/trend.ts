import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Tickers that were reserved, and how far their coins have come; addresses in lower case. A row is named by the hash of its
 * ticker in lower case, as the factory names it.
 *
 * Retention: for good where the coin was deployed as predicted; otherwise a year after it last changed.
 */
export const trendOps = sqliteTable(
  'trend_ops',
  {
    chainId: integer('chain_id').notNull(),
    tickerHash: text('ticker_hash').$type<`0x${string}`>().notNull(),
    /** In upper case. */
    ticker: text().notNull(),
    predictedCoin: text('predicted_coin').$type<`0x${string}`>().notNull(),
    /** Where the coin is; the predicted place, unless the factory's event names another one. */
    deployedCoin: text('deployed_coin').$type<`0x${string}`>(),
    /** The transaction that deployed it, once its event was seen. */
    txHash: text('tx_hash').$type<`0x${string}`>(),
    /** The administrator who reserved it first. */
    actorWallet: text('actor_wallet').$type<`0x${string}`>().notNull(),
    /** What the coin is to be traded for; null where it needs no market. */
    creatorToken: text('creator_token').$type<`0x${string}`>(),
    groupId: text('group_id').notNull(),
    vaultAddress: text('vault_address').$type<`0x${string}`>(),
    status: text({
      enum: ['predicted', 'deploying', 'deployed', 'funnel_pending', 'funnel_completed', 'failed'],
    }).notNull(),
    /** What the last look found wrong; null where nothing was. */
    lastError: text('last_error'),
    /** Block of the last look, whose findings older ones never replace; 0 before the first. */
    checkedBlock: integer('checked_block').notNull().default(0),
    /** Unix seconds, as all times here; 0 before the first look. */
    checkedAt: integer('checked_at').notNull().default(0),
    reservedAt: integer('reserved_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When the coin was first seen; null until then. */
    deployedAt: integer('deployed_at'),
    /** When its metrics were last read; 0 before the first time. */
    measuredAt: integer('measured_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.tickerHash] }),
    check(
      'trend_ops_status',
      sql`${t.status} in ('predicted', 'deploying', 'deployed', 'funnel_pending', 'funnel_completed', 'failed')`,
    ),
    index('trend_ops_by_coin').on(t.chainId, t.deployedCoin),
    index('trend_ops_by_time').on(t.chainId, t.reservedAt, t.tickerHash),
    index('trend_ops_by_check').on(t.chainId, t.status, t.checkedAt),
    index('trend_ops_by_deployment').on(t.chainId, t.deployedAt, t.tickerHash),
    index('trend_ops_by_measure').on(t.chainId, t.measuredAt),
  ],
)

/**
 * What was read of a trend coin at a time; amounts in decimal. Null is what no pool tells.
 *
 * Retention: 90 days.
 */
export const trendMetrics = sqliteTable(
  'trend_metrics',
  {
    chainId: integer('chain_id').notNull(),
    coin: text().$type<`0x${string}`>().notNull(),
    /** Unix seconds of the block. */
    takenAt: integer('taken_at').notNull(),
    block: integer().notNull(),
    totalSupply: text('total_supply').notNull(),
    decimals: integer().notNull(),
    pool: text().$type<`0x${string}`>(),
    priceUsd: text('price_usd'),
    marketCapUsd: text('market_cap_usd'),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.coin, t.takenAt] }), index('trend_metrics_by_time').on(t.takenAt)],
)

/**
 * Smart wallets that were entered for a trend coin's chat by a signature; addresses in lower case. An entry is replaced by
 * the next of the same wallet for the same coin.
 *
 * Retention: a year; as long as the profile at most.
 */
export const trendEntries = sqliteTable(
  'trend_entries',
  {
    swAddress: text('sw_address').$type<`0x${string}`>().notNull(),
    /** Empty for an entry that names no coin. */
    tokenAddress: text('token_address').notNull(),
    profileId: text('profile_id').notNull(),
    chatappUsername: text('chatapp_username').notNull(),
    connectedAddress: text('connected_address').$type<`0x${string}`>(),
    symbol: text(),
    /** Decimal, in base units. */
    minTokens: text('min_tokens'),
    source: text(),
    /** The challenge that was signed: the same request again is answered as the first time. */
    nonce: text().notNull().unique(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.swAddress, t.tokenAddress] }),
    index('trend_entries_by_profile').on(t.profileId),
    index('trend_entries_by_time').on(t.createdAt),
  ],
)

/**
 * Who an account is at the trend provider, by the account that the identity provider has linked; a subject belongs to one.
 *
 * Retention: as long as the profile.
 */
export const trendProfiles = sqliteTable(
  'trend_profiles',
  {
    profileId: text('profile_id').primaryKey(),
    /** User id at the trend provider's application; null until one was found. */
    subject: text().unique(),
    handle: text(),
    /** The handle in lower case. */
    handleKey: text('handle_key'),
    displayName: text('display_name'),
    /** The wallet that the provider shows with the profile, in lower case. */
    walletAddress: text('wallet_address').$type<`0x${string}`>(),
    /** When somebody last began to look, unix seconds. */
    lookedAt: integer('looked_at').notNull(),
    /** When that last found it; null until then. */
    resolvedAt: integer('resolved_at'),
  },
  (t) => [index('trend_profiles_by_handle').on(t.handleKey, t.resolvedAt)],
)
