import { eq, getTableColumns, sql } from 'drizzle-orm'
import { reputationSyncState as states } from '../../../drizzle/reputation.ts'
import type { Lease, Leases } from '../../../shared/store/leases.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'

export type LaneKey = 'canonical' | 'hot'
type State = typeof states.$inferSelect
export type SyncState = Omit<State, 'syncKey'>

const columns: Readonly<Record<string, { readonly name: string }>> = getTableColumns(states)
const NOTHING_YET: SyncState = {
  cursorAfter: null,
  cursorUntil: null,
  caughtUp: false,
  lastSyncedAt: null,
  failures: 0,
  retryAt: 0,
}

/** How far the recurring work has come. Times are unix seconds. */
export const createSyncStates = ({ orm }: StoredDatabase, leases: Leases<LaneKey>) => ({
  async find(key: State['syncKey']): Promise<SyncState> {
    const [row] = await stored(() => orm.select().from(states).where(eq(states.syncKey, key)).limit(1))
    return row ?? NOTHING_YET
  },

  /** Changes a row. Throws LeaseLost, store_unavailable. */
  async set(lease: Lease<LaneKey>, key: State['syncKey'], changes: Partial<SyncState>): Promise<void> {
    const { cursorAfter, cursorUntil, caughtUp, lastSyncedAt, failures, retryAt } = { ...NOTHING_YET, ...changes }
    const changed = Object.keys(changes).map((name) => {
      const column = sql.identifier(columns[name]?.name ?? '')
      return sql`${column} = excluded.${column}`
    })
    await leases.fenced(lease, (held) => [
      sql`insert into reputation_sync_state (sync_key, cursor_after, cursor_until, caught_up, last_synced_at, failures, retry_at)
        select ${key}, ${cursorAfter}, ${cursorUntil}, ${caughtUp ? 1 : 0}, ${lastSyncedAt}, ${failures}, ${retryAt} where ${held}
        on conflict do update set ${sql.join(changed, sql`, `)}`,
    ])
  },
})
