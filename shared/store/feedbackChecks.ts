import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { feedbackChecks as checks } from '../../drizzle/feedback.ts'
import { openDatabase, putRows } from './database.ts'

/** Subject and result of a check: a row of its table. */
export type FeedbackCheck = typeof checks.$inferSelect
export type FeedbackChecks = ReturnType<typeof createFeedbackChecks>

/** Seconds after which a document that could not be read is tried again. */
const RETRY = 600

/** Checks of feedback's documents against their hashes (drizzle/feedback.ts). */
export function createFeedbackChecks(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)
  return {
    /** Checks that still hold at `now` (unix seconds): those with these hashes of URIs. */
    async known(
      of: Pick<FeedbackCheck, 'chain' | 'registry' | 'agentId'>,
      uriHashes: readonly string[],
      now: number,
    ): Promise<FeedbackCheck[]> {
      return orm
        .select()
        .from(checks)
        .where(
          and(
            eq(checks.chain, of.chain),
            eq(checks.registry, of.registry),
            eq(checks.agentId, of.agentId),
            sql`${checks.uriHash} in (select value from json_each(${JSON.stringify(uriHashes)}))`,
            or(inArray(checks.outcome, ['match', 'mismatch']), gt(checks.checkedAt, now - RETRY)),
          ),
        )
    },

    /** Records checks. A match or a mismatch is not replaced by an inconclusive check. */
    async save(made: readonly FeedbackCheck[]): Promise<void> {
      const facts = made.filter(({ outcome }) => outcome !== 'unavailable')
      const failures = made.filter(({ outcome }) => outcome === 'unavailable')
      const isOpen = sql`not exists (select 1 from ${checks} c where c.chain = value ->> 'chain'
        and c.registry = value ->> 'registry' and c.agent_id = value ->> 'agentId' and c.client = value ->> 'client'
        and c.feedback_index = value ->> 'feedbackIndex' and c.feedback_hash = value ->> 'feedbackHash'
        and c.uri_hash = value ->> 'uriHash' and c.outcome <> 'unavailable')`
      await batch([...putRows(checks, facts), ...putRows(checks, failures, isOpen)])
    },
  }
}
