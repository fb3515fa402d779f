import type { Claim, End, KeeperAction } from './judgeReport.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TrustZone } from '../../../schema/workspace/trustZones.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { actions } from '../../../drizzle/runtime.ts'
import { judgeReport, type Verdict } from './judgeReport.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

/**
 * Statements that join the transaction of a change. `changed` is a sub-query of the rows of `actions` that it has
 * changed, as they are now: none if it changed nothing. `now` in unix seconds.
 */
export type Besides = (changed: SQL, now: number) => readonly SQL[]

/** How long an attempt holds its action, in seconds, and the attempts that an action gets. */
export const LEASE_SECONDS = 300
export const MOST_ATTEMPTS = 5
/** Leases that one run of the sweeper ends; the next one continues. */
const SWEPT = 200

const MAX_RETRIES = 'max retries'
const columns = listed(columnsOf(actions))

/**
 * The queue of keepers, in D1: every change of an action is one conditional statement, in one transaction with what
 * follows from it. Times are unix seconds; every method throws store_unavailable.
 */
export function createKeeperActions(d1: D1Database, besides: Besides = () => []) {
  const { all, transact } = openStoredDatabase(d1)

  /** Applies changes with their consequences; returns how many rows they changed, and the requested rows as they are then. */
  async function change(
    statements: (token: string) => readonly SQL[],
    now: number,
    rows: SQL,
  ): Promise<{ changes: number; rows: KeeperAction[] }> {
    const token = crypto.randomUUID()
    const changed = sql`(select * from actions where last_change = ${token})`
    const own = statements(token)
    const done = await transact<KeeperAction>([
      ...own,
      ...joinRequests(changed, now),
      ...besides(changed, now),
      sql`select ${columns} from actions where ${rows}`,
    ])
    const changes = done.slice(0, own.length).reduce((sum, one) => sum + one.changes, 0)
    return { changes, rows: done.at(-1)?.rows ?? [] }
  }

  async function report(
    given: Claim | End,
    statements: (token: string) => readonly SQL[],
    now: number,
  ): Promise<Verdict> {
    const { changes, rows } = await change(statements, now, sql`id = ${given.id}`)
    return judgeReport(given, rows[0], changes > 0)
  }

  return {
    /** Actions of some zones whose time has come, the oldest first. */
    due: (zones: readonly TrustZone[], limit: number, now: number): Promise<KeeperAction[]> =>
      all<KeeperAction>(sql`select ${columns} from actions
        where status in ('pending', 'retry') and ${isOf(zones)} and coalesce(next_attempt_at, 0) <= ${now}
        order by created_at, id limit ${limit}`),

    /** Begins an attempt, or extends the lease of the one that this worker has. */
    claim: (claim: Claim, now: number): Promise<Verdict> => {
      const { id, zones, attempt, worker } = claim
      const until = now + LEASE_SECONDS
      return report(
        claim,
        (token) => [
          sql`update actions set lease_until = ${until} where id = ${id} and ${isOf(zones)} and status = 'executing'
            and lease_owner = ${worker ?? null} and attempt_count = ${attempt ?? sql`attempt_count`}`,
          sql`update actions set status = 'executing', attempt_count = attempt_count + 1, next_attempt_at = null,
              lease_until = ${until}, lease_owner = ${worker ?? null}, last_report = null, last_change = ${token},
              updated_at = ${now}
            where id = ${id} and ${isOf(zones)} and status in ('pending', 'retry')
              and attempt_count + 1 = ${attempt ?? sql`attempt_count + 1`}`,
        ],
        now,
      )
    },

    /** Ends an attempt. A retry after the last attempt fails permanently. */
    end: (end: End, now: number): Promise<Verdict> => {
      const { id, zones, status, attempt, worker, error = null, retryDelaySeconds } = end
      const isRetried = sql`${status} = 'retry' and attempt_count < ${MOST_ATTEMPTS}`
      return report(
        end,
        (token) => [
          sql`update actions set
              status = case when ${isRetried} then 'retry' when ${status} = 'executed' then 'executed' else 'failed' end,
              next_attempt_at = case when ${isRetried} then ${now + retryDelaySeconds} end,
              executed_at = case when ${status} = 'executed' then ${now} end,
              last_error = case when ${status} = 'executed' then last_error
                when ${status} = 'failed' or ${isRetried} then ${error} else coalesce(${error}, ${MAX_RETRIES}) end,
              lease_until = null, last_report = ${status}, last_change = ${token}, updated_at = ${now}
            where id = ${id} and ${isOf(zones)} and status = 'executing' and attempt_count = ${attempt}
              and lease_owner is ${worker ?? null}`,
        ],
        now,
      )
    },

    /** Releases the actions whose leases have expired; returns how many. */
    async sweep(now: number): Promise<number> {
      const isRetried = sql`attempt_count < ${MOST_ATTEMPTS}`
      const expire = (token: string) => [
        sql`update actions set status = iif(${isRetried}, 'retry', 'failed'),
            next_attempt_at = iif(${isRetried}, ${now}, null),
            last_error = iif(${isRetried}, 'the worker sent no report before its lease expired', ${MAX_RETRIES}),
            lease_until = null, last_report = 'expired', last_change = ${token}, updated_at = ${now}
          where id in (select id from actions where status = 'executing'
            and coalesce(lease_until, updated_at + ${LEASE_SECONDS}) < ${now} order by updated_at limit ${SWEPT})`,
      ]
      return (await change(expire, now, sql`false`)).changes
    },
  }
}

const isOf = (zones: readonly TrustZone[]): SQL =>
  sql`trust_zone in (${sql.join(
    zones.map((zone) => sql`${zone}`),
    sql`, `,
  )})`

/** Updates the join requests whose actions have changed; a member that was added stays added. */
const joinRequests = (changed: SQL, now: number): SQL[] => [
  sql`update keepr_join_requests set
      status = case a.status when 'executed' then 'added' when 'failed' then 'failed' else 'queued' end,
      last_reason = case a.status when 'executed' then null else a.last_error end,
      last_checked_at = ${now}, next_check_at = a.next_attempt_at, updated_at = ${now}
    from ${changed} a
    where keepr_join_requests.action_id = a.id and keepr_join_requests.status in ('queued', 'failed')
      and a.status in ('executed', 'failed', 'retry')`,
]
