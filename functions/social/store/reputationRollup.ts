import { sql, type SQL } from 'drizzle-orm'
import { jsonChunks } from '../../../shared/store/database.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export interface RollupReport {
  /** Profiles that were looked at. */
  readonly processed: number
  /** Profiles whose score was set, changed or taken away. */
  readonly updated: number
}

/** The scores of profiles, from those of their keys. */
export function createReputationRollup({ all, batch }: StoredDatabase) {
  const rollUp = async (userIds: readonly string[]): Promise<RollupReport> => {
    const changes = await batch(jsonChunks(userIds).flatMap((json) => [crown(json), uncrown(json)]))
    return { processed: userIds.length, updated: changes.reduce((sum, n) => sum + n, 0) }
  }
  return {
    /**
     * Sets the score of each profile to that of its winning key: the lowest priority, then the highest score, then the
     * first key in the alphabet. A profile without any has none.
     */
    rollUp,

    /** The same for the profiles that some keys belong to. */
    async rollUpOwners(userkeys: readonly string[]): Promise<RollupReport> {
      const owners = await Promise.all(
        jsonChunks(userkeys).map((json) =>
          all<{ id: string }>(sql`select distinct user_id id from user_reputation_identity_keys
            where userkey in (select value from json_each(${json}))`),
        ),
      )
      return rollUp([...new Set(owners.flat().map(({ id }) => id))])
    },
  }
}

const crown = (userIds: string): SQL => sql`insert into canonical_reputation_scores
    (user_id, selected_userkey, score, level, source_identity_type, score_fetched_at)
  select user_id, userkey, score, level, identity_type, fetched_at from (
    select k.user_id, k.userkey, s.score, s.level, k.identity_type, s.fetched_at,
      row_number() over (partition by k.user_id order by k.priority, s.score desc, k.userkey) place
    from user_reputation_identity_keys k join reputation_userkey_scores s on s.userkey = k.userkey
    where s.score is not null and k.user_id in (select value from json_each(${userIds})))
  where place = 1
  on conflict do update set selected_userkey = excluded.selected_userkey, score = excluded.score,
    level = excluded.level, source_identity_type = excluded.source_identity_type,
    score_fetched_at = excluded.score_fetched_at
  where (selected_userkey, score, level, source_identity_type, score_fetched_at) is not
    (excluded.selected_userkey, excluded.score, excluded.level, excluded.source_identity_type, excluded.score_fetched_at)`

const uncrown = (userIds: string): SQL => sql`delete from canonical_reputation_scores
  where user_id in (select value from json_each(${userIds})) and not exists (
    select 1 from user_reputation_identity_keys k join reputation_userkey_scores s on s.userkey = k.userkey
    where k.user_id = canonical_reputation_scores.user_id and s.score is not null)`
