import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// What agents have received in the messaging network, and how far each inbox was read. Places (functions/agents/messages/network) are texts that
// sort as the messages do; addresses are in lower case, times unix seconds.

/**
 * Who has scheduled work for itself, and until when.
 *
 * Retention: one row for each kind of work.
 */
export const runLeases = sqliteTable('run_leases', {
  work: text().primaryKey(),
  leaseOwner: text('lease_owner').notNull(),
  leaseUntil: integer('lease_until').notNull(),
})

/**
 * How far an agent's inbox was read: of all conversations whose newest message was there or before, everything is taken up.
 *
 * Retention: 90 days after the last look.
 */
export const agentInboxes = sqliteTable('agent_inboxes', {
  agent: text().$type<`0x${string}`>().primaryKey(),
  position: text().notNull(),
  lookedAt: integer('looked_at').notNull(),
})

/**
 * How far a conversation of an agent was read: everything up to there is taken up. Never goes back.
 *
 * Retention: 90 days after the last message.
 */
export const agentCheckpoints = sqliteTable(
  'agent_checkpoints',
  {
    agent: text().$type<`0x${string}`>().notNull(),
    conversation: text().notNull(),
    position: text().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agent, t.conversation] }), index('agent_checkpoints_by_time').on(t.updatedAt)],
)

/**
 * Messages that agents have taken up, each once, by the network's id. `claimed`: to be dealt with; `error`: something outside
 * failed, to be tried again at `dueAt` (null: no more); `deferred`: a command that may not be enqueued for keepers at
 * present, kept with its text; `done`: the rest, without text and reply.
 *
 * Retention: 30 days after it was taken up; what is not done, 90 days.
 */
export const agentMessages = sqliteTable(
  'agent_messages',
  {
    id: text().primaryKey(),
    agent: text().$type<`0x${string}`>().notNull(),
    conversation: text().notNull(),
    kind: text({ enum: ['dm', 'group'] }).notNull(),
    position: text().notNull(),
    senderInbox: text('sender_inbox').notNull(),
    /** JSON array of addresses. */
    senderAddresses: text('sender_addresses').notNull(),
    text: text(),
    state: text({ enum: ['claimed', 'error', 'deferred', 'done'] }).notNull(),
    /** What became of it, for operators. */
    outcome: text(),
    attempts: integer().notNull(),
    dueAt: integer('due_at'),
    /** The account and UTC day whose credit it earns, decided before the ledger is asked. */
    awardProfile: text('award_profile'),
    awardDay: text('award_day'),
    /**
     * What is answered, decided before it is sent; `replyKind` stays, and of a command (`queued`: enqueued for keepers;
     * `deferred`) it is there without an answer, too.
     */
    reply: text(),
    replyKind: text('reply_kind', { enum: ['command', 'fallback', 'queued', 'deferred'] }),
    repliedAt: integer('replied_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('agent_messages_due').on(t.agent, t.dueAt, t.position),
    index('agent_messages_by_sender').on(t.senderInbox, t.repliedAt),
    index('agent_messages_by_conversation').on(t.agent, t.conversation, t.replyKind, t.repliedAt),
    index('agent_messages_by_state').on(t.state, t.createdAt),
  ],
)
