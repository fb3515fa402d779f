import { sql, type SQL } from 'drizzle-orm'
import {
  type lotteryIngestCursor,
  lotteryIngestCursor as cursors,
  type lotteryIngestPending,
  type lotteryIngestSeen,
} from '../../../drizzle/lotteryIngest.ts'
import type { Database } from '../../../shared/store/database.ts'

export type IngestCursor = Pick<typeof cursors.$inferSelect, 'lastSignature' | 'lastSlot' | 'walkBefore' | 'revision'>

/** How far the pull has come in a program's history. */
export function createIngestCursor({ orm, batch }: Pick<Database, 'orm' | 'batch'>, scope: IngestScope) {
  const { genesis, program } = scope
  const isOurs = isOfScope(cursors, scope)

  return {
    /** The current position of the pull. */
    async cursor(): Promise<IngestCursor> {
      const [row] = await orm.select().from(cursors).where(isOurs).limit(1)
      return row ?? { lastSignature: null, lastSlot: null, walkBefore: null, revision: 0 }
    },

    /** Advances the pull from `read`; false when another run has moved it in the meantime. */
    async moveCursor(read: IngestCursor, to: Partial<IngestCursor>, now: number): Promise<boolean> {
      const { lastSignature, lastSlot, walkBefore } = { ...read, ...to }
      const [changed] = await batch([
        sql`insert into lottery_ingest_cursor
          (genesis, program, last_signature, last_slot, walk_before, revision, updated_at)
        select ${genesis}, ${program}, ${lastSignature}, ${lastSlot}, ${walkBefore}, ${read.revision + 1}, ${now}
        where coalesce((select revision from lottery_ingest_cursor where ${isOurs}), 0) = ${read.revision}
        on conflict do update set last_signature = excluded.last_signature, last_slot = excluded.last_slot,
          walk_before = excluded.walk_before, revision = excluded.revision, updated_at = excluded.updated_at`,
      ])
      return changed === 1
    },
  }
}

/** Whose transactions: a program on the chain with that genesis hash. */
export interface IngestScope {
  readonly genesis: string
  readonly program: string
}

export type ScopedTable = typeof lotteryIngestSeen | typeof lotteryIngestPending | typeof lotteryIngestCursor

export const isOfScope = (table: ScopedTable, { genesis, program }: IngestScope): SQL =>
  sql`${table.genesis} = ${genesis} and ${table.program} = ${program}`
