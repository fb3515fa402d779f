import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
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

/** How far each recurring work has come. */
export type SyncStates = (key: State['syncKey']) => SyncState

/** The statement that changes a row while a condition holds. */
export function setState(key: State['syncKey'], changes: Partial<SyncState>, held: SQL): SQL {
  const { cursorAfter, cursorUntil, caughtUp, lastSyncedAt, failures, retryAt } = { ...NOTHING_YET, ...changes }
  const changed = Object.keys(changes).map((name) => {
    const column = sql.identifier(columns[name]?.name ?? '')
    return sql`${column} = excluded.${column}`
  })
  return sql`insert into reputation_sync_state (sync_key, cursor_after, cursor_until, caught_up, last_synced_at, failures, retry_at)
    select ${key}, ${cursorAfter}, ${cursorUntil}, ${caughtUp ? 1 : 0}, ${lastSyncedAt}, ${failures}, ${retryAt} where ${held}
    on conflict do update set ${sql.join(changed, sql`, `)}`
}

const ALL = sql`select sync_key "syncKey", cursor_after "cursorAfter", cursor_until "cursorUntil", caught_up "caughtUp",
  last_synced_at "lastSyncedAt", failures, retry_at "retryAt" from reputation_sync_state`

/** How far the recurring work has come. Times are unix seconds. Every method throws store_unavailable. */
export function createSyncStates({ orm, transact }: StoredDatabase, leases: Leases<LaneKey>) {
  return {
    async find(key: State['syncKey']): Promise<SyncState> {
      const [row] = await stored(() => orm.select().from(states).where(eq(states.syncKey, key)).limit(1))
      return row ?? NOTHING_YET
    },

    /** Takes a lane unless another run has it, or the provider is to be left alone; with how far everything has come. */
    async begin(lane: LaneKey, now: number, seconds: number) {
      const isFree = sql`not exists (select 1 from reputation_sync_state where sync_key = 'provider' and retry_at > ${now})`
      const { lease, statement } = leases.claim(lane, { now, seconds, isFree })
      const [taken, found] = await transact<Omit<State, 'caughtUp'> & { readonly caughtUp: number }>([statement, ALL])
      const rows = new Map((found?.rows ?? []).map((row) => [row.syncKey, { ...row, caughtUp: row.caughtUp === 1 }]))
      const began: SyncStates = (key) => rows.get(key) ?? NOTHING_YET
      return { lease: taken?.changes === 1 ? lease : null, began }
    },

    /** Changes a row, and ends the lease with it if so stated. Throws LeaseLost. */
    async set(
      lease: Lease<LaneKey>,
      key: State['syncKey'],
      changes: Partial<SyncState>,
      { isLast = false }: { readonly isLast?: boolean } = {},
    ): Promise<void> {
      await leases.fenced(lease, (held) => [setState(key, changes, held), ...(isLast ? [leases.ending(lease)] : [])])
    },
  }
}
