import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const flag = (name: string) => integer(name, { mode: 'boolean' })
/**
 * Micro-USD as 30 decimal digits: the texts sort as the numbers do, exact beyond 2^53. Empty if not known.
 */
const usd = (name: string) => text(name).notNull()

/**
 * One row for each vault of the registry, for search and sorted lists: a projection of chain reads and of the log index,
 * written by the job, rebuildable at any time. Addresses are in lower case.
 *
 * Retention: a vault that left the registry goes with the next refresh; all rows go with their chain.
 */
export const vaults = sqliteTable(
  'vaults',
  {
    chain: integer().notNull(),
    vault: text().$type<`0x${string}`>().notNull(),
    creatorCoin: text('creator_coin').$type<`0x${string}`>().notNull(),
    shareToken: text('share_token').$type<`0x${string}`>(),
    kind: integer(),
    name: text(),
    symbol: text(),
    shareName: text('share_name'),
    shareSymbol: text('share_symbol'),
    coinName: text('coin_name'),
    coinSymbol: text('coin_symbol'),
    /** Of the coin, in which the vault counts its assets; null if it does not tell, or the row is older than this column. */
    coinDecimals: integer('coin_decimals'),
    /** All text that a search looks in, lower case, separated by line feeds. */
    search: text().notNull(),
    /**
     * Skeletons of its names and symbols (shared/text/skeleton.ts), each between line feeds; empty until the row is
     * written by a job that knows them.
     */
    skeletons: text().notNull().default(''),
    active: flag('active').notNull(),
    prelaunch: flag('prelaunch').notNull(),
    /** Unix seconds of the newest auction that graduated, as its launch arm reported. */
    graduatedAt: integer('graduated_at'),
    settledAt: integer('settled_at'),
    /** Phase of the launch arm's current auction. */
    settlementStage: text('settlement_stage'),
    /** Unix seconds of the registration, 0 if it is not in the index. */
    createdAt: integer('created_at').notNull(),
    /** Unix seconds of the vault's last event, or of its registration if it has none. */
    updatedAt: integer('updated_at').notNull(),
    /** USD of one whole coin, times 1e18; null while the oracle has no fresh positive price: USD figures are 0 then. */
    price: text(),
    marketCap: usd('market_cap'),
    volume1d: usd('volume_1d'),
    volume1w: usd('volume_1w'),
    volume1y: usd('volume_1y'),
    fees24h: usd('fees_24h'),
    /**
     * Sums in asset units behind the USD figures, as a JSON object of decimal strings, and the hour for which they are
     * valid.
     */
    sums: text().notNull().default('{}'),
    summedHour: integer('summed_hour').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.vault] }),
    index('vaults_by_volume_1d').on(t.chain, t.volume1d, t.updatedAt, t.vault),
    index('vaults_by_volume_1w').on(t.chain, t.volume1w, t.updatedAt, t.vault),
    index('vaults_by_volume_1y').on(t.chain, t.volume1y, t.updatedAt, t.vault),
    index('vaults_by_market_cap').on(t.chain, t.marketCap, t.updatedAt, t.vault),
    index('vaults_by_fees_24h').on(t.chain, t.fees24h, t.updatedAt, t.vault),
    index('vaults_by_creation').on(t.chain, t.createdAt, t.updatedAt, t.vault),
  ],
)

/**
 * The assets of a vault by hour (start of the hour in unix time): as of the newest block of the hour at which the job
 * read another value. An hour in which nothing was read has no row. A reorganization deletes the rows of removed blocks.
 *
 * Retention: 31 days, also of a vault that left the registry; all rows go with their chain.
 */
export const vaultHours = sqliteTable(
  'vault_hours',
  {
    chain: integer().notNull(),
    vault: text().$type<`0x${string}`>().notNull(),
    hour: integer().notNull(),
    /** In base units of the coin, decimal. */
    totalAssets: text('total_assets').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockTime: integer('block_time').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.vault, t.hour] }), index('vault_hours_by_hour').on(t.chain, t.hour)],
)
