import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Requests to sweep the balance of an account's operational SVM wallet to its canonical one; an account has one that is not
 * over at most.
 *
 * Retention: 90 days after it is over; as long as the profile at most.
 */
export const svmSweepJobs = sqliteTable(
  'svm_sweep_jobs',
  {
    id: text().primaryKey(),
    profileId: text('profile_id').notNull(),
    /** Base58, as is the one below. */
    sourceWallet: text('source_wallet').notNull(),
    targetWallet: text('target_wallet').notNull(),
    /** Decimal; a lower balance stays where it is. */
    minLamports: text('min_lamports').notNull(),
    status: text({
      enum: ['pending', 'retrying', 'processing', 'succeeded', 'failed', 'blocked', 'cancelled'],
    }).notNull(),
    attempts: integer().notNull().default(0),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    check(
      'svm_sweep_status',
      sql`${t.status} in ('pending', 'retrying', 'processing', 'succeeded', 'failed', 'blocked', 'cancelled')`,
    ),
    uniqueIndex('svm_sweep_jobs_live')
      .on(t.profileId)
      .where(sql`${t.status} in ('pending', 'retrying', 'processing')`),
    index('svm_sweep_jobs_by_time').on(t.status, t.updatedAt),
    index('svm_sweep_jobs_by_profile').on(t.profileId),
  ],
)
