import { asc, gt, inArray, sql, type SQL } from 'drizzle-orm'
import { linkedAccounts, profiles, profileWallets } from '../../../drizzle/accounts.ts'
import { userReputationIdentityKeys as keys } from '../../../drizzle/reputation.ts'
import { jsonChunks } from '../../../shared/store/database.ts'
import type { Lease, Leases } from '../../../shared/store/leases.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { rollUp } from './reputationRollup.ts'
import { type LaneKey, setState, type SyncState } from './syncStates.ts'

/** A key under which the reputation provider knows a profile. */
export type IdentityKey = typeof keys.$inferSelect
export type IdentityType = IdentityKey['identityType']

export interface KeyedProfile {
  readonly id: string
  readonly wallets: readonly (typeof profileWallets.$inferSelect)[]
  readonly linked: readonly (typeof linkedAccounts.$inferSelect)[]
  readonly keys: readonly IdentityKey[]
}

export interface KeyChanges {
  readonly added: readonly IdentityKey[]
  readonly removed: readonly Pick<IdentityKey, 'userId' | 'userkey'>[]
}

/** Identity keys of profiles. */
export function createReputationKeys({ orm, batch }: StoredDatabase, leases: Leases<LaneKey>) {
  return {
    /** Profiles after one, in the order of their ids. */
    async profilesAfter(id: string, limit: number): Promise<KeyedProfile[]> {
      const page = orm.select({ id: profiles.id }).from(profiles).where(gt(profiles.id, id)).orderBy(asc(profiles.id))
      const ids = sql`(select id from profiles where id > ${id} order by id limit ${limit})`
      const [found, wallets, linked, known] = await stored(() =>
        orm.batch([
          page.limit(limit),
          orm.select().from(profileWallets).where(inArray(profileWallets.profileId, ids)),
          orm.select().from(linkedAccounts).where(inArray(linkedAccounts.profileId, ids)),
          orm.select().from(keys).where(inArray(keys.userId, ids)),
        ]),
      )
      const byProfile = {
        wallets: Map.groupBy(wallets, ({ profileId }) => profileId),
        linked: Map.groupBy(linked, ({ profileId }) => profileId),
        keys: Map.groupBy(known, ({ userId }) => userId),
      }
      return found.map((one) => ({
        id: one.id,
        wallets: byProfile.wallets.get(one.id) ?? [],
        linked: byProfile.linked.get(one.id) ?? [],
        keys: byProfile.keys.get(one.id) ?? [],
      }))
    },

    /**
     * Applies changes, with the scores of their profiles, and records how far the run has come, in one transaction. A new key
     * gets a row among the scores, which is due at once; a key that no profile has any more loses it. Throws LeaseLost.
     */
    async changeKeys(lease: Lease<LaneKey>, { added, removed }: KeyChanges, state: Partial<SyncState>): Promise<void> {
      // A key that is gone, or has moved here with its score, may have been the winner.
      const changed = [...new Set([...added, ...removed].map(({ userId }) => userId))]
      await leases.fenced(lease, (held) => [
        ...jsonChunks(added).flatMap((json) => putKeys(json, held)),
        ...jsonChunks(removed).flatMap((json) => dropKeys(json, held)),
        ...jsonChunks(changed).flatMap((json) => rollUp(sql`select value from json_each(${json}) where ${held}`)),
        setState('seed', state, held),
      ])
    },

    /** Deletes what is left of profiles that are gone, a bounded number of rows per run. */
    async prune(): Promise<void> {
      const isGone = (table: string) =>
        sql`not exists (select 1 from profiles p where p.id = ${sql.identifier(table)}.user_id)`
      await batch([
        deleteSome('user_reputation_identity_keys', isGone('user_reputation_identity_keys')),
        deleteSome(
          'reputation_userkey_scores',
          sql`not exists (select 1 from user_reputation_identity_keys k where k.userkey = reputation_userkey_scores.userkey)`,
        ),
        deleteSome('canonical_reputation_scores', isGone('canonical_reputation_scores')),
      ])
    },
  }
}

const putKeys = (json: string, held: SQL): SQL[] => [
  sql`insert into user_reputation_identity_keys (user_id, userkey, identity_type, priority, source, verified_at)
    select value ->> 'userId', value ->> 'userkey', value ->> 'identityType', value ->> 'priority', value ->> 'source',
      value ->> 'verifiedAt'
    from json_each(${json}) where ${held}
    on conflict do update set identity_type = excluded.identity_type, priority = excluded.priority,
      source = excluded.source, verified_at = excluded.verified_at`,
  sql`insert into reputation_userkey_scores (userkey, status, due_at)
    select value ->> 'userkey', 'unknown', 0 from json_each(${json}) where ${held} on conflict do nothing`,
]

const dropKeys = (json: string, held: SQL): SQL[] => [
  sql`delete from user_reputation_identity_keys
    where (user_id, userkey) in (select value ->> 'userId', value ->> 'userkey' from json_each(${json}) where ${held})`,
  sql`delete from reputation_userkey_scores where userkey in (select value ->> 'userkey' from json_each(${json}) where ${held})
    and not exists (select 1 from user_reputation_identity_keys k where k.userkey = reputation_userkey_scores.userkey)`,
]
