import { eq, getTableColumns, sql } from 'drizzle-orm'
import { reputationSyncState as states } from '../../../drizzle/reputation.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type LaneKey = 'canonical' | 'hot'
type State = typeof states.$inferSelect
export type SyncKey = State['syncKey']
export type SyncState = Omit<State, 'syncKey'>

/** Proof that a run has its lane for itself. */
export interface Lease {
  readonly lane: LaneKey
  readonly owner: string
}

const columns: Readonly<Record<string, { readonly name: string }>> = getTableColumns(states)
const NOTHING_YET: SyncState = { cursorAfter: null, caughtUp: false, lastSyncedAt: null, failures: 0, retryAt: 0 }

/** Who runs a lane, and how far the recurring work has come. Times are unix seconds. */
export function createReputationLeases({ orm, batch }: StoredDatabase) {
  return {
    /** Null while another run has the lane. */
    async takeLease(
      lane: LaneKey,
      owner: string,
      { now, until }: { now: number; until: number },
    ): Promise<Lease | null> {
      const [changed] = await batch([
        sql`insert into reputation_sync_leases (sync_key, lease_owner, lease_until) values (${lane}, ${owner}, ${until})
          on conflict do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
          where lease_until <= ${now}`,
      ])
      return changed === 1 ? { lane, owner } : null
    },

    async endLease({ lane, owner }: Lease): Promise<void> {
      await batch([sql`delete from reputation_sync_leases where sync_key = ${lane} and lease_owner = ${owner}`])
    },

    async state(key: SyncKey): Promise<SyncState> {
      const [row] = await stored(() => orm.select().from(states).where(eq(states.syncKey, key)).limit(1))
      return row ?? NOTHING_YET
    },

    /** Changes a row, unless the lease has passed to another run: false then. */
    async setState({ lane, owner }: Lease, key: SyncKey, changes: Partial<SyncState>): Promise<boolean> {
      const { cursorAfter, caughtUp, lastSyncedAt, failures, retryAt } = { ...NOTHING_YET, ...changes }
      const changed = Object.keys(changes).map((name) => {
        const column = sql.identifier(columns[name]?.name ?? '')
        return sql`${column} = excluded.${column}`
      })
      const [rows] = await batch([
        sql`insert into reputation_sync_state (sync_key, cursor_after, caught_up, last_synced_at, failures, retry_at)
          select ${key}, ${cursorAfter}, ${caughtUp ? 1 : 0}, ${lastSyncedAt}, ${failures}, ${retryAt}
          where exists (select 1 from reputation_sync_leases where sync_key = ${lane} and lease_owner = ${owner})
          on conflict do update set ${sql.join(changed, sql`, `)}`,
      ])
      return rows === 1
    },
  }
}
