import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * People and agents, told apart by an id that never changes, and what they show of themselves. Each field is a column of
 * its own, so that concurrent changes of different fields both last.
 *
 * Retention: until the account is deleted; its wallets and linked accounts go with it.
 */
export const profiles = sqliteTable('profiles', {
  id: text().primaryKey(),
  /** Unix seconds. */
  createdAt: integer('created_at').notNull(),
  /** The smart wallet whose own first sign-in opened the account, which stays its account; null for a person's. */
  madeBy: text('made_by').$type<`0x${string}`>(),
  displayName: text('display_name'),
  bio: text(),
  /** http or https. */
  website: text(),
  avatarUrl: text('avatar_url'),
  bannerUrl: text('banner_url'),
  /** `social://…`, of the immutable storage. */
  avatarSocialUri: text('avatar_social_uri'),
  bannerSocialUri: text('banner_social_uri'),
  /** What invites others, in A to Z and 0 to 9; null until the account is on the waitlist. */
  referralCode: text('referral_code').unique(),
})

/**
 * Wallets whose owner has been proven, in lower case; a wallet belongs to one profile. At most one of a profile's
 * wallets is canonical: the one that entries and payments are for.
 *
 * A row of kind `smart` only counts while its contract confirms the proof kept here (shared/domain/authority). Nothing but
 * that module grants a right because of a row of this table.
 *
 * Retention: as long as the profile, or until a finalized block shows that the proof no longer holds.
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
    /** Owner of record of a smart wallet: the address that the contract named as an owner; null where it names none. */
    owner: text().$type<`0x${string}`>(),
    /** EIP-191 hash that the smart wallet signed (ERC-1271), and the signature without its ERC-6492 wrapper. */
    signedHash: text('signed_hash').$type<`0x${string}`>(),
    signature: text().$type<`0x${string}`>(),
    /** Whether the smart wallet had no code when it signed (ERC-6492). */
    counterfactual: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether a smart wallet belonged to one owner alone; also true where it does not list its owners. */
    singleOwner: integer('single_owner', { mode: 'boolean' }).notNull().default(true),
    /** The block as of which the smart wallet confirmed its proof; null where that is not known. */
    provenBlock: integer('proven_block'),
    /**
     * Time of the block that first denied the link, which no later finalized one has confirmed, and when a finalized block was
     * last looked at; unix seconds.
     */
    deniedAt: integer('denied_at'),
    checkedAt: integer('checked_at').notNull().default(0),
  },
  (t) => [
    index('profile_wallets_by_profile').on(t.profileId),
    index('profile_wallets_by_check').on(t.kind, t.deniedAt, t.checkedAt),
    uniqueIndex('profile_wallets_canonical')
      .on(t.profileId)
      .where(sql`${t.canonical} = 1`),
  ],
)

/**
 * Accounts elsewhere whose owner has been proven. `social`: the post platform's decimal user id; `svm`: a base58 public
 * key; `idp`: a user id of the identity provider; `email`: an address in lower case that it verified, one for each profile;
 * `chatapp`: the chat app's decimal user id; `google`, `apple`, `tiktok`: the user's id there, as the identity provider
 * verified it. An account belongs to one profile.
 *
 * Retention: as long as the profile.
 */
export const linkedAccounts = sqliteTable(
  'linked_accounts',
  {
    kind: text({ enum: ['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok'] }).notNull(),
    id: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** As the platform showed it when it was linked; it may change there. */
    handle: text(),
    /** Of several of a kind, the one that counts: the `svm` wallet that is paid to. */
    canonical: integer({ mode: 'boolean' }).notNull().default(false),
    /** Unix seconds. */
    linkedAt: integer('linked_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('linked_accounts_by_profile').on(t.profileId),
    uniqueIndex('linked_accounts_canonical')
      .on(t.profileId, t.kind)
      .where(sql`${t.canonical} = 1`),
  ],
)

/**
 * Links of smart wallets that ended because a finalized block no longer confirms them, and why.
 *
 * Retention: two years.
 */
export const walletLinkEndings = sqliteTable(
  'wallet_link_endings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    profileId: text('profile_id').notNull(),
    address: text().$type<`0x${string}`>().notNull(),
    /** Owner of record of the link; null where a signature was the proof. */
    owner: text().$type<`0x${string}`>(),
    reason: text({ enum: ['owner_removed', 'signature_rejected'] }).notNull(),
    /** The finalized block. */
    chainId: integer('chain_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').$type<`0x${string}`>().notNull(),
    /** Unix seconds. */
    endedAt: integer('ended_at').notNull(),
  },
  (t) => [index('wallet_link_endings_by_profile').on(t.profileId), index('wallet_link_endings_by_time').on(t.endedAt)],
)
