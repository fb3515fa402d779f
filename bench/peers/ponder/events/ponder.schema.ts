import { index, onchainTable } from 'ponder'

/** Deposits, with an index for those of one owner. */
export const deposit = onchainTable(
  'deposit',
  (t) => ({
    id: t.text().primaryKey(),
    blockNumber: t.bigint().notNull(),
    blockTime: t.bigint().notNull(),
    txHash: t.hex().notNull(),
    sender: t.hex().notNull(),
    owner: t.hex().notNull(),
    assets: t.bigint().notNull(),
    shares: t.bigint().notNull(),
  }),
  (table) => ({ byOwner: index().on(table.owner, table.blockNumber) }),
)
