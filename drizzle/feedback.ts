import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Feedback on agents, one row for each NewFeedback of an ERC-8004 reputation registry: a projection of the log index,
 * written by its job, taken back with it, and rebuildable from the chain alone. Addresses and hashes are in lower case.
 *
 * Anyone may have these rows written by paying for gas, so their texts are bounded (SIZES in
 * shared/domain/agents/feedbackEvents.ts): a tag is cut, an endpoint or URI that is too long is null; `omitted` says so.
 *
 * Retention: as long as the chain.
 */
export const feedbackIndex = sqliteTable(
  'feedback_index',
  {
    chain: integer().notNull(),
    registry: text().$type<`0x${string}`>().notNull(),
    /** uint256 in decimal. */
    agentId: text('agent_id').notNull(),
    client: text().$type<`0x${string}`>().notNull(),
    /** Counts from 1 for each client of an agent. */
    feedbackIndex: integer('feedback_index').notNull(),
    /** int128 in decimal; the rating is value / 10^value_decimals. */
    value: text().notNull(),
    valueDecimals: integer('value_decimals').notNull(),
    /** The rating as 60 digits that sort as the numbers do (shared/store/sortableRating.ts). */
    rating: text().notNull(),
    tag1: text().notNull(),
    tag2: text().notNull(),
    endpoint: text(),
    feedbackUri: text('feedback_uri'),
    feedbackHash: text('feedback_hash').$type<`0x${string}`>().notNull(),
    /** Names of the texts that were too long, comma-separated. */
    omitted: text().notNull(),
    /** Where it was revoked; null if it was not. */
    revokedBlock: integer('revoked_block'),
    /** Unix seconds. */
    revokedTime: integer('revoked_time'),
    responses: integer().notNull(),
    /** Unix seconds of the newest response. */
    respondedTime: integer('responded_time'),
    blockNumber: integer('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    /** Unix seconds. */
    blockTime: integer('block_time').notNull(),
    txHash: text('tx_hash').$type<`0x${string}`>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.registry, t.agentId, t.client, t.feedbackIndex] }),
    index('feedback_by_time').on(t.chain, t.registry, t.agentId, t.blockNumber, t.logIndex),
    index('feedback_by_rating').on(t.chain, t.registry, t.agentId, t.rating, t.blockNumber, t.logIndex),
    index('feedback_by_block').on(t.chain, t.blockNumber),
    index('feedback_by_revocation')
      .on(t.chain, t.revokedBlock)
      .where(sql`revoked_block is not null`),
  ],
)

/**
 * Responses to feedback, one row for each ResponseAppended; projected like the feedback.
 *
 * Retention: as long as the chain.
 */
export const feedbackResponses = sqliteTable(
  'feedback_responses',
  {
    chain: integer().notNull(),
    registry: text().$type<`0x${string}`>().notNull(),
    blockNumber: integer('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    agentId: text('agent_id').notNull(),
    client: text().$type<`0x${string}`>().notNull(),
    feedbackIndex: integer('feedback_index').notNull(),
    responder: text().$type<`0x${string}`>().notNull(),
    /** Null if it was too long. */
    responseUri: text('response_uri'),
    responseHash: text('response_hash').$type<`0x${string}`>().notNull(),
    /** Unix seconds. */
    blockTime: integer('block_time').notNull(),
    txHash: text('tx_hash').$type<`0x${string}`>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chain, t.blockNumber, t.logIndex] }),
    index('feedback_responses_by_agent').on(t.chain, t.registry, t.agentId, t.blockNumber, t.logIndex),
    index('feedback_responses_by_feedback').on(
      t.chain,
      t.registry,
      t.agentId,
      t.client,
      t.feedbackIndex,
      t.blockNumber,
    ),
  ],
)

/**
 * How far a registry's feedback is projected: every log before (`next_block`, `next_log`) is. The rows are those of
 * block `block` exactly while `is_whole`; between two parts of a run they are of no block, and nobody reads them.
 *
 * Retention: one row for each registry, as long as its chain.
 */
export const feedbackProjections = sqliteTable(
  'feedback_projections',
  {
    chain: integer().notNull(),
    registry: text().$type<`0x${string}`>().notNull(),
    nextBlock: integer('next_block').notNull(),
    nextLog: integer('next_log').notNull(),
    isWhole: integer('is_whole', { mode: 'boolean' }).notNull(),
    block: integer().notNull(),
    /** Unix seconds. */
    time: integer().notNull(),
    /** Counts the writes; each write names the one it read. */
    revision: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.registry] })],
)

/**
 * Whether the document of a piece of feedback is what its hash says. `match` and `mismatch` are facts about one hash and
 * one document, kept for good; `unavailable` is tried again after ten minutes.
 *
 * Retention: those that were unavailable go a day after they were tried, the others with their chain.
 */
export const feedbackChecks = sqliteTable(
  'feedback_checks',
  {
    chain: integer().notNull(),
    registry: text().$type<`0x${string}`>().notNull(),
    agentId: text('agent_id').notNull(),
    client: text().$type<`0x${string}`>().notNull(),
    feedbackIndex: integer('feedback_index').notNull(),
    /** keccak-256 as the registry has it: another one after a reorg is another check. */
    feedbackHash: text('feedback_hash').$type<`0x${string}`>().notNull(),
    /** SHA-256 of the URI, which a reorg may have replaced under the same hash. */
    uriHash: text('uri_hash').notNull(),
    outcome: text({ enum: ['match', 'mismatch', 'unavailable'] }).notNull(),
    /** Unix seconds. */
    checkedAt: integer('checked_at').notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.chain, t.registry, t.agentId, t.client, t.feedbackIndex, t.feedbackHash, t.uriHash],
    }),
    index('feedback_checks_by_outcome').on(t.outcome, t.checkedAt),
  ],
)

/**
 * Graphs that were stored, so that the same graph is stored once: one row for each agent and parameters and content.
 *
 * Retention: permanent, like what is stored.
 */
export const reputationGraphs = sqliteTable(
  'reputation_graphs',
  {
    chain: integer().notNull(),
    registry: text().$type<`0x${string}`>().notNull(),
    agentId: text('agent_id').notNull(),
    /** SHA-256 of the canonical JSON of the parameters. */
    paramsHash: text('params_hash').notNull(),
    /** SHA-256 of the canonical JSON of the graph, without what only says when it was made. */
    graphHash: text('graph_hash').notNull(),
    /** The block that the stored graph is as of. */
    blockNumber: integer('block_number').notNull(),
    sha256: text().$type<`0x${string}`>().notNull(),
    keccak256: text().$type<`0x${string}`>().notNull(),
    uri: text().notNull(),
    gatewayUrl: text('gateway_url').notNull(),
    storageKey: text('storage_key').notNull(),
    statusUrl: text('status_url'),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.registry, t.agentId, t.paramsHash, t.graphHash] })],
)
