import { sql, type SQL } from 'drizzle-orm'

/**
 * Statements that set the score of each profile to that of its winning key: the lowest priority, then the highest score, then
 * the first key in the alphabet. A profile without any has none. `profiles` is a query of their ids.
 */
export const rollUp = (profiles: SQL): SQL[] => [crown(profiles), uncrown(profiles)]

/** The ids of the profiles that some keys belong to, of a JSON array of keys. */
export const ownersOf = (userkeys: string): SQL => sql`select user_id from user_reputation_identity_keys
  where userkey in (select value from json_each(${userkeys}))`

const crown = (profiles: SQL): SQL => sql`insert into canonical_reputation_scores
    (user_id, selected_userkey, score, level, source_identity_type, score_fetched_at)
  select user_id, userkey, score, level, identity_type, fetched_at from (
    select k.user_id, k.userkey, s.score, s.level, k.identity_type, s.fetched_at,
      row_number() over (partition by k.user_id order by k.priority, s.score desc, k.userkey) place
    from user_reputation_identity_keys k join reputation_userkey_scores s on s.userkey = k.userkey
    where s.score is not null and k.user_id in (${profiles}))
  where place = 1
  on conflict do update set selected_userkey = excluded.selected_userkey, score = excluded.score,
    level = excluded.level, source_identity_type = excluded.source_identity_type,
    score_fetched_at = excluded.score_fetched_at
  where (selected_userkey, score, level, source_identity_type, score_fetched_at) is not
    (excluded.selected_userkey, excluded.score, excluded.level, excluded.source_identity_type, excluded.score_fetched_at)`

const uncrown = (profiles: SQL): SQL => sql`delete from canonical_reputation_scores
  where user_id in (${profiles}) and not exists (
    select 1 from user_reputation_identity_keys k join reputation_userkey_scores s on s.userkey = k.userkey
    where k.user_id = canonical_reputation_scores.user_id and s.score is not null)`
