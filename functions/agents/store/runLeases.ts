import { type SQL, sql } from 'drizzle-orm'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'

/** Proof that a run has its work for itself. */
export interface RunLease {
  readonly work: 'messages'
  readonly owner: string
}

/** Another run has taken over: this one was thought to be cut off. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
}

/** Who has scheduled work for itself. Times are unix seconds; every method throws store_unavailable. */
export function createRunLeases({ batch }: StoredDatabase) {
  const isOwner = ({ work, owner }: RunLease) => sql`work = ${work} and lease_owner = ${owner}`
  return {
    /** Null while another run has the work. */
    async take(work: RunLease['work'], owner: string, { now, until }: { now: number; until: number }) {
      const [changed] = await batch([
        sql`insert into run_leases (work, lease_owner, lease_until) values (${work}, ${owner}, ${until})
          on conflict do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
          where lease_until <= ${now}`,
      ])
      const lease: RunLease = { work, owner }
      return changed === 1 ? lease : null
    },

    async end(lease: RunLease): Promise<void> {
      await batch([sql`delete from run_leases where ${isOwner(lease)}`])
    },

    /**
     * Runs statements in one transaction while the run has its work, each with `held` as a condition of its own; how many
     * rows each changed. Throws RunLost, and then nothing has changed.
     */
    async fenced(lease: RunLease, statements: (held: SQL) => readonly SQL[]): Promise<number[]> {
      const held = sql`exists (select 1 from run_leases where ${isOwner(lease)})`
      const [owned, ...changed] = await batch([
        sql`update run_leases set lease_until = lease_until where ${isOwner(lease)}`,
        ...statements(held),
      ])
      if (owned !== 1) throw new RunLost('another run has the lease')
      return changed
    },
  }
}

export type RunLeases = ReturnType<typeof createRunLeases>
