import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { vaults } from '../../drizzle/vaults.ts'
import { fallingBy } from './openPage.ts'
import { jsonChunks, putRows, type Database } from './database.ts'
import { putVaultHours, type AssetReadings } from './vaultHours.ts'

/** A vault as explore lists it; USD figures are micro-USD in 30 digits (sortable.ts), times are unix seconds. */
export type VaultRow = typeof vaults.$inferSelect

export type VaultSort = 'volume1d' | 'volume1w' | 'volume1y' | 'marketCap' | 'fees24h' | 'createdAt'

/** Last row of a page: the sorted value, then the values that order equal rows. */
export type VaultPosition = readonly [value: string | number, updatedAt: number, vault: string]

export interface VaultQuery {
  readonly chain: number | SQL<number>
  readonly sort: VaultSort
  /** Lower case; matches anywhere in names, symbols and addresses. */
  readonly search?: string | undefined
  readonly after?: VaultPosition | undefined
  readonly limit: number
}

export type Vaults = ReturnType<typeof createVaults>

export function createVaults({ orm, batch }: Database) {
  return {
    /** A page of active vaults, by the sorted value, then the last event, then the address, all descending. */
    async page({ chain, sort, search, after, limit }: VaultQuery): Promise<VaultRow[]> {
      const { order, rest } = fallingBy([vaults[sort], vaults.updatedAt, vaults.vault], after)
      return orm
        .select()
        .from(vaults)
        .where(
          and(
            eq(vaults.chain, chain),
            rest,
            eq(vaults.active, true),
            search ? sql`instr(${vaults.search}, ${search}) > 0` : undefined,
          ),
        )
        .orderBy(...order)
        .limit(limit)
    },

    /** Vaults, active or not, whose name or symbol has this skeleton, the newest first. */
    async named(chain: number, skeleton: string, limit: number): Promise<VaultRow[]> {
      return orm
        .select()
        .from(vaults)
        .where(and(eq(vaults.chain, chain), sql`instr(${vaults.skeletons}, ${`\n${skeleton}\n`}) > 0`))
        .orderBy(desc(vaults.createdAt), desc(vaults.vault))
        .limit(limit)
    },

    async all(chain: number): Promise<VaultRow[]> {
      return orm.select().from(vaults).where(eq(vaults.chain, chain))
    },

    /** Stores readings of past blocks, in one batch. */
    async savePast(
      chain: number,
      past: readonly (AssetReadings & { readonly at: { readonly number: number; readonly time: number } })[],
    ): Promise<void> {
      await batch(past.flatMap(({ at, ...readings }) => putVaultHours(chain, at, readings)))
    },

    /**
     * Stores the rows that changed and what the vaults hold, removes the vaults that left and records the block of the
     * list, in one batch.
     */
    async save(
      chain: number,
      changed: readonly VaultRow[],
      gone: readonly Address[],
      block: { number: number; time: number },
      readings?: AssetReadings,
    ): Promise<void> {
      await batch([
        ...putRows(vaults, changed),
        ...(readings ? putVaultHours(chain, block, readings) : []),
        ...jsonChunks(gone).map(
          (json) => sql`delete from vaults where chain = ${chain}
          and vault in (select value from json_each(${json}))`,
        ),
        sql`update chains set listed_number = ${block.number}, listed_time = ${block.time} where id = ${chain}`,
      ])
    },
  }
}

/** The same page from rows in memory. */
export function pageOf(
  rows: readonly VaultRow[],
  { sort, search, after, limit }: Omit<VaultQuery, 'chain'>,
): VaultRow[] {
  const position = (row: VaultRow): VaultPosition => [row[sort], row.updatedAt, row.vault]
  return rows
    .filter(
      (row) => row.active && (!search || row.search.includes(search)) && (!after || falling(after, position(row)) < 0),
    )
    .sort((a, b) => falling(position(a), position(b)))
    .slice(0, limit)
}

/** Negative if `a` comes before `b`; larger values come first. */
function falling(a: VaultPosition, b: VaultPosition): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? value
    if (value !== other) return value > other ? -1 : 1
  }
  return 0
}
