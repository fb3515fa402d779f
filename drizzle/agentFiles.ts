import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * A row for each event that set the URI of an agent (Registered, URIUpdated), with the name that its registration file
 * gives: the job reads files within `data:` URIs; a file elsewhere gives its name when a review or verification has read it.
 *
 * Retention: as long as the events; a reorganization deletes the rows of removed blocks, and all rows go with their chain.
 */
export const agentFiles = sqliteTable(
  'agent_files',
  {
    chain: integer().notNull(),
    blockNumber: integer('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    /** 32 bytes in hex, as in the event. */
    agentId: text('agent_id').$type<`0x${string}`>().notNull(),
    /** Plain text; null until a file was read that has a name. */
    name: text(),
    /** Skeleton of the name (shared/text/skeleton.ts). */
    skeleton: text(),
    /** Unix seconds when a file elsewhere was read; null for one within its URI. */
    readAt: integer('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.blockNumber, t.logIndex] }),
    index('agent_files_by_agent').on(t.chain, t.agentId, t.blockNumber, t.logIndex),
    index('agent_files_by_name').on(t.chain, t.skeleton),
  ],
)
