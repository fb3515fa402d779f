import { type SQL, sql } from 'drizzle-orm'
import type { StoredDatabase } from './StoredDatabase.ts'

/** Proof that a run has some work for itself. */
export interface Lease<W extends string> {
  readonly work: W
  readonly owner: string
}

/** Another run has taken over: this one was thought to be cut off. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * The end of an insert of rows with `lease_owner` and `lease_until`: a row that is there changes hands once its lease is
 * over.
 */
export const unlessLeased = (now: number): SQL =>
  sql`on conflict do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
    where lease_until <= ${now}`

/**
 * Leases of recurring work, in a table of one row for each kind of work, which its column `key` names. Times are
 * unix seconds; every method throws store_unavailable.
 */
export function createLeases<W extends string>(
  { batch }: StoredDatabase,
  names: { readonly table: string; readonly key: string },
) {
  const [table, key] = [sql.identifier(names.table), sql.identifier(names.key)]
  const isOwner = ({ work, owner }: Lease<W>) => sql`${key} = ${work} and lease_owner = ${owner}`

  /** A lease, and the statement that takes it: it changes a row unless another run has the work, or `isFree` does not hold. */
  function claim(work: W, { now, seconds, isFree = sql`true` }: { now: number; seconds: number; isFree?: SQL }) {
    const lease: Lease<W> = { work, owner: crypto.randomUUID() }
    const statement = sql`insert into ${table} (${key}, lease_owner, lease_until)
      select ${work}, ${lease.owner}, ${now + seconds} where ${isFree} ${unlessLeased(now)}`
    return { lease, statement }
  }

  const ending = (lease: Lease<W>): SQL => sql`delete from ${table} where ${isOwner(lease)}`

  return {
    claim,
    ending,

    /** Null while another run has the work. A run that is cut off has it until `seconds` have passed. */
    async take(work: W, now: number, seconds: number): Promise<Lease<W> | null> {
      const { lease, statement } = claim(work, { now, seconds })
      const [changed] = await batch([statement])
      return changed === 1 ? lease : null
    },

    async release(lease: Lease<W>): Promise<void> {
      await batch([ending(lease)])
    },

    /**
     * Runs statements in one transaction while the run has its work, each with `held` as a condition of its own; returns
     * how many rows each changed. Throws LeaseLost, and then nothing has changed.
     */
    async fenced(lease: Lease<W>, statements: (held: SQL) => readonly SQL[]): Promise<number[]> {
      const held = sql`exists (select 1 from ${table} where ${isOwner(lease)})`
      const [owned, ...changed] = await batch([
        sql`update ${table} set lease_until = lease_until where ${isOwner(lease)}`,
        ...statements(held),
      ])
      if (owned !== 1) throw new LeaseLost('another run has the lease')
      return changed
    },
  }
}

export type Leases<W extends string> = ReturnType<typeof createLeases<W>>
