import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The last good report on an agent's identity, as JSON: what is served for ten minutes while no node answers.
 *
 * Retention: one row for each agent that this service has been; overwritten by the next report.
 */
export const agentVerificationReports = sqliteTable('agent_verification_reports', {
  /** The agent in its registry: `eip155:<chain>:<registry>/<agentId>`. */
  agentKey: text('agent_key').primaryKey(),
  /** Hash of block 0 of the chain that it is about; a report of another chain is not served. */
  genesis: text().notNull().default(''),
  /** Unix seconds. */
  checkedAt: integer('checked_at').notNull(),
  report: text().notNull(),
})

/**
 * The registration file that was published last, by the hash of its canonical JSON, and where it is stored.
 *
 * Retention: one row for each agent that this service has been; overwritten by the next publication.
 */
export const agentRegistrationState = sqliteTable('agent_registration_state', {
  agentKey: text('agent_key').primaryKey(),
  /** SHA-256 of the file, 32 bytes in hex. */
  payloadHash: text('payload_hash').notNull(),
  storageUri: text('storage_uri').notNull(),
  gatewayUrl: text('gateway_url').notNull(),
  storageKey: text('storage_key').notNull(),
  statusUrl: text('status_url'),
  /** Unix seconds. */
  updatedAt: integer('updated_at').notNull(),
})
