import { sql, type SQL } from 'drizzle-orm'
import type { reputationUserkeyScores } from '../../../drizzle/reputation.ts'
import { jsonChunks } from '../../../shared/store/database.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { ownersOf, rollUp } from './reputationRollup.ts'

type Row = typeof reputationUserkeyScores.$inferSelect

/** A key that is to be fetched, and the change that is the reason. */
export interface WantedKey {
  readonly userkey: string
  /** Unix milliseconds by the provider's clock; null where no change is known. */
  readonly updatedMs: number | null
}

export interface RollupReport {
  /** Profiles that were looked at. */
  readonly processed: number
  /** Profiles whose score was set, changed or taken away. */
  readonly updated: number
}

/** The result of a fetch: a score, null if the provider has none, or undefined if it failed. */
export type FetchedScore = WantedKey & { readonly score: Pick<Row, 'score' | 'level'> | null | undefined }

/** Seconds after which a key is fetched again. */
const AGAIN = { matched: 6 * 3600, notFound: 24 * 3600, error: 3600 }
/** The same for the social keys of creators in the hot lane, which are many people's business. */
const HOT_AGAIN = { matched: 24 * 3600, notFound: 72 * 3600 }

/** Seconds by which results of runs at the same time may overtake each other; what is later is from a wrong clock. */
const OVERTAKEN = 120

/** Whether a row has no result that was fetched after a time. */
const isNewest = (at: number): SQL => sql`coalesce(fetched_at, 0) not between ${at + 1} and ${at + OVERTAKEN}`

/** Scores by key; only keys of profiles have rows. Times are unix seconds. */
export function createReputationScores({ all, transact }: StoredDatabase) {
  const wanted = async (query: SQL): Promise<WantedKey[]> => {
    const rows = await all<{ userkey: string; updatedMs: number | null }>(query)
    return rows.map(({ userkey, updatedMs }) => ({ userkey, updatedMs }))
  }

  return {
    /** Of some updates, those of profiles' keys that bring something new; the newest of each key. */
    async newsAmong(updates: readonly { userkey: string; updatedMs: number }[]): Promise<WantedKey[]> {
      const found = await Promise.all(
        jsonChunks(updates).map((json) =>
          wanted(sql`select s.userkey userkey, max(e.value ->> 'updatedMs') updatedMs from json_each(${json}) e
            join reputation_userkey_scores s on s.userkey = e.value ->> 'userkey'
            where coalesce(s.provider_updated_ms, -1) < (e.value ->> 'updatedMs') group by s.userkey`),
        ),
      )
      return found.flat()
    },

    /** Keys whose time has come, the one that waits longest first. */
    due: (now: number, limit: number): Promise<WantedKey[]> =>
      wanted(sql`select userkey, null updatedMs from reputation_userkey_scores where due_at <= ${now}
        order by due_at, userkey limit ${limit}`),

    /** Keys in social networks of the creators whose vaults have the most volume of a day, where their time has come. */
    dueOfCreators: (chainId: number, now: number, limit: number): Promise<WantedKey[]> =>
      wanted(sql`select s.userkey userkey, null updatedMs
        from vaults v
        join creator_reputation c on c.chain = v.chain and c.vault = v.vault
        join profile_wallets w on w.address = c.owner
        join user_reputation_identity_keys k on k.user_id = w.profile_id and k.source = 'linked_accounts'
        join reputation_userkey_scores s on s.userkey = k.userkey
        where v.chain = (select id from chains where chain_id = ${chainId} order by checked_at desc limit 1)
          and (s.status = 'unknown' or (s.status in ('error', 'stale') and s.due_at <= ${now})
            or (s.status = 'matched' and s.fetched_at <= ${now - HOT_AGAIN.matched})
            or (s.status = 'not_found' and s.fetched_at <= ${now - HOT_AGAIN.notFound}))
        group by s.userkey order by max(v.volume_1d) desc, s.userkey limit ${limit}`),

    /**
     * Stores what was fetched at a time, and the scores of the profiles whose keys these are, in one transaction. Of keys that
     * were fetched in vain the last good answer stays. A fetch that began before the one whose result is there changes
     * nothing, and a key that no profile has any more is left out.
     */
    async saveScores(fetched: readonly FetchedScore[], at: number): Promise<RollupReport> {
      const good = fetched.flatMap(({ userkey, updatedMs, score }) =>
        score === undefined ? [] : [{ userkey, updatedMs, score: score?.score ?? null, level: score?.level ?? null }],
      )
      const failed = fetched.flatMap(({ userkey, score }) => (score === undefined ? [userkey] : []))
      const owners = ownersOf(JSON.stringify(good.map(({ userkey }) => userkey)))
      const done = await transact<{ n: number }>([
        ...jsonChunks(failed).map(
          (json) => sql`update reputation_userkey_scores set status = iif(fetched_at is null, 'error', 'stale'),
            due_at = ${at + AGAIN.error}
            where userkey in (select value from json_each(${json})) and ${isNewest(at)}`,
        ),
        ...jsonChunks(good).map(
          (json) => sql`update reputation_userkey_scores set score = e.value ->> 'score', level = e.value ->> 'level',
            status = iif(e.value ->> 'score' is null, 'not_found', 'matched'),
            provider_updated_ms = nullif(max(coalesce(provider_updated_ms, -1), coalesce(e.value ->> 'updatedMs', -1)), -1),
            fetched_at = ${at},
            due_at = iif(e.value ->> 'score' is null, ${at + AGAIN.notFound}, ${at + AGAIN.matched})
            from json_each(${json}) e
            where userkey = e.value ->> 'userkey' and ${isNewest(at)}`,
        ),
        ...rollUp(owners),
        sql`select count(distinct user_id) n from (${owners})`,
      ])
      const [crowned, uncrowned, counted] = done.slice(-3)
      return {
        processed: counted?.rows[0]?.n ?? 0,
        updated: (crowned?.changes ?? 0) + (uncrowned?.changes ?? 0),
      }
    },
  }
}
