import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Who waits for access to the application, one entry for an account; `approved` and `denied` replace each other.
 *
 * Retention: until an administrator or its owner deletes it; as long as the profile at most.
 */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    profileId: text('profile_id').notNull().unique(),
    status: text({ enum: ['pending', 'approved', 'denied'] })
      .notNull()
      .default('pending'),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
    /** Unix seconds; null until it is decided, as are the two below. */
    decidedAt: integer('decided_at'),
    /** The administrator, in lower case. */
    decidedBy: text('decided_by').$type<`0x${string}`>(),
    decisionNote: text('decision_note'),
    /**
     * The mailbox that its e-mail address delivered to when the entry was made (mailboxOf in functions/account/store/waitlist.ts): it
     * is counted once for whoever invited. Null for a moment in entries that an earlier release made.
     */
    mailbox: text(),
  },
  (t) => [
    index('waitlist_entries_by_mailbox').on(t.mailbox),
    check('waitlist_status', sql`${t.status} in ('pending', 'approved', 'denied')`),
    index('waitlist_entries_by_status').on(t.status, t.id),
  ],
)

/**
 * Who brought whom; an account is invited once.
 *
 * Retention: as long as both profiles.
 */
export const referralConversions = sqliteTable(
  'referral_conversions',
  {
    inviteeProfileId: text('invitee_profile_id').primaryKey(),
    referrerProfileId: text('referrer_profile_id').notNull(),
    /** The code as it was then. */
    referralCode: text('referral_code').notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('referral_conversions_by_day').on(t.referrerProfileId, t.createdAt)],
)

/**
 * Points of the waitlist, each given once for its reason; they are not the credits for free entries.
 *
 * Retention: as long as the profile.
 */
export const points = sqliteTable(
  'points',
  {
    profileId: text('profile_id').notNull(),
    source: text({ enum: ['link', 'referral'] }).notNull(),
    /** What the source gave them for: the kind of a linked account, the profile that was invited. */
    sourceId: text('source_id').notNull(),
    /** SHA-256 of the account that was linked or the user who was invited: it earns points once in all profiles. */
    identityHash: text('identity_hash').notNull(),
    amount: integer().notNull(),
    /** Unix seconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.source, t.sourceId] }),
    uniqueIndex('points_by_identity').on(t.source, t.identityHash),
    index('points_by_source').on(t.sourceId, t.source),
  ],
)
