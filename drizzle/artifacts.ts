import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Documents and pictures that were stored, each once by its bytes. Where an object is, is derived from its storage key;
 * the addresses here are for people.
 *
 * Retention: for good. Contracts name these documents, and what is on chain does not end.
 */
export const storedArtifacts = sqliteTable(
  'stored_artifacts',
  {
    sha256: text().$type<`0x${string}`>().primaryKey(),
    keccak256: text().$type<`0x${string}`>().notNull(),
    kind: text({ enum: ['registration', 'reputation-graph', 'feedback', 'image', 'wallet-intelligence'] }).notNull(),
    provider: text({ enum: ['r2', 'immutable'] }).notNull(),
    uri: text().notNull(),
    gatewayUrl: text('gateway_url').notNull(),
    storageKey: text('storage_key').notNull(),
    statusUrl: text('status_url'),
    /** How many. */
    bytes: integer().notNull(),
    contentType: text('content_type').notNull(),
    /** Principal that it was first stored for. */
    createdBy: text('created_by').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('stored_artifacts_by_creator').on(t.createdBy, t.createdAt)],
)
