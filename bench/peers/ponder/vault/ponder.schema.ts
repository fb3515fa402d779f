import { onchainTable } from 'ponder'

/** A vault's metadata and totals, as of its last event. */
export const vault = onchainTable('vault', (t) => ({
  address: t.hex().primaryKey(),
  name: t.text().notNull(),
  symbol: t.text().notNull(),
  decimals: t.integer().notNull(),
  asset: t.hex().notNull(),
  totalAssets: t.bigint().notNull(),
  totalSupply: t.bigint().notNull(),
  blockNumber: t.bigint().notNull(),
}))
