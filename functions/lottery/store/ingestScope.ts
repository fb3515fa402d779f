import { sql, type SQL } from 'drizzle-orm'
import type { lotteryIngestCursor, lotteryIngestPending, lotteryIngestSeen } from '../../../drizzle/lotteryIngest.ts'

/** Whose transactions: a program on the chain with that genesis hash. */
export interface IngestScope {
  readonly genesis: string
  readonly program: string
}

export type ScopedTable = typeof lotteryIngestSeen | typeof lotteryIngestPending | typeof lotteryIngestCursor

export const isOfScope = (table: ScopedTable, { genesis, program }: IngestScope): SQL =>
  sql`${table.genesis} = ${genesis} and ${table.program} = ${program}`
