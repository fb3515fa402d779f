import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'

/**
 * People and agents, told apart by an id that never changes.
 *
 * Retention: until the account is deleted; its wallets and linked accounts go with it.
 */
export const profiles = sqliteTable('profiles', {
  id: text().primaryKey(),
  /** Unix seconds. */
  createdAt: integer('created_at').notNull(),
})

/**
 * Wallets whose owner has been proven, in lower case; a wallet belongs to one profile. At most one of a profile's
 * wallets is canonical: the one that entries and payments are for.
 *
 * Retention: as long as the profile.
 */
export const profileWallets = sqliteTable(
  'profile_wallets',
  {
    address: text().$type<`0x${string}`>().primaryKey(),
    profileId: text('profile_id').notNull(),
    /** `smart`: a contract; `owner`: the externally owned account behind it, or one without a contract. */
    kind: text({ enum: ['smart', 'owner'] }).notNull(),
    canonical: integer({ mode: 'boolean' }).notNull(),
    /** Unix seconds. */
    linkedAt: integer('linked_at').notNull(),
  },
  (t) => [
    index('profile_wallets_by_profile').on(t.profileId),
    uniqueIndex('profile_wallets_canonical')
      .on(t.profileId)
      .where(sql`${t.canonical} = 1`),
  ],
)

/**
 * Accounts elsewhere whose owner has been proven. `social`: the post platform's decimal user id; `svm`: a base58 public
 * key; `idp`: a user id of the identity provider; `email`: an address in lower case that it verified, one for each profile;
 * `chatapp`: the chat app's decimal user id. An account belongs to one profile.
 *
 * Retention: as long as the profile.
 */
export const linkedAccounts = sqliteTable(
  'linked_accounts',
  {
    kind: text({ enum: ['social', 'svm', 'idp', 'email', 'chatapp'] }).notNull(),
    id: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** As the platform showed it when it was linked; it may change there. */
    handle: text(),
    /** Unix seconds. */
    linkedAt: integer('linked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] }), index('linked_accounts_by_profile').on(t.profileId)],
)
