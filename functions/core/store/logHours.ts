import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { logHours } from '../../../drizzle/logs.ts'
import { KEPT_DAYS } from '../../../schema/vault/keptDays.ts'
import { hourOf } from '../../../shared/store/vaultHours.ts'
import { jsonChunks, revisionIs, type Database } from '../../../shared/store/database.ts'
import { lower } from '../../../shared/text/address.ts'

/** Totals of an address's logs in one hour (unix time of its start), by name, in decimal digits. */
export interface HourTotals {
  readonly address: Address
  readonly hour: number
  readonly totals: Readonly<Record<string, string>>
}

export function createLogHours({ orm, batch }: Database) {
  return {
    /** Hours whose logs changed since they were summed, and the block range of their logs. */
    async stale(chain: number, stream: string, limit: number) {
      return orm
        .select({
          address: logHours.address,
          hour: logHours.hour,
          firstBlock: logHours.firstBlock,
          lastBlock: logHours.lastBlock,
        })
        .from(logHours)
        .where(and(eq(logHours.chain, chain), eq(logHours.stream, stream), eq(logHours.stale, true)))
        .orderBy(asc(logHours.address), asc(logHours.hour))
        .limit(limit)
    },

    /**
     * Stores sums made from the logs of a revision, and marks the vaults among the addresses to be summed again; does
     * nothing, and returns false, if a commit came in between.
     */
    async write(
      { chain, revision }: { chain: number; revision: number },
      stream: string,
      hours: readonly HourTotals[],
    ): Promise<boolean> {
      const guard = revisionIs(chain, revision)
      const rows = hours.map((h) => [h.address, h.hour, JSON.stringify(h.totals)])
      const changes = await batch(
        jsonChunks(rows).flatMap((json) => [
          sql`update vaults set summed_hour = 0 where chain = ${chain}
            and vault in (select value ->> 0 from json_each(${json})) and ${guard}`,
          sql`update log_hours set stale = 0, totals = e.value ->> 2 from json_each(${json}) e
            where chain = ${chain} and stream = ${stream} and address = e.value ->> 0 and hour = e.value ->> 1 and ${guard}`,
        ]),
      )
      return changes.every((n, i) => i % 2 === 0 || n > 0)
    },

    /**
     * Past hours of vaults without a row in vault_hours, the newest first, as far back as readings are stored. Each has its last
     * block with a log.
     */
    async withoutReading(chain: number, stream: string, time: number, limit: number) {
      const isLast = sql`chain = ${chain} and stream = ${stream} and address = ${logHours.address}
        and block_number = ${logHours.lastBlock}`
      return orm
        .select({
          vault: logHours.address,
          number: logHours.lastBlock,
          time: sql<number>`(select block_time from logs where ${isLast} limit 1)`,
        })
        .from(logHours)
        .where(
          and(
            eq(logHours.chain, chain),
            eq(logHours.stream, stream),
            gt(logHours.hour, hourOf(time) - KEPT_DAYS * 86_400),
            lt(logHours.hour, hourOf(time)),
            sql`not exists (select 1 from vault_hours v where v.chain = ${chain} and v.vault = ${logHours.address})`,
          ),
        )
        .orderBy(desc(logHours.hour))
        .limit(limit)
    },

    /** Summed hours of one address from an hour on, oldest first. */
    async since(chain: number, stream: string, address: Address, hour: number) {
      const rows = await orm
        .select({ hour: logHours.hour, totals: logHours.totals })
        .from(logHours)
        .where(
          and(
            eq(logHours.chain, chain),
            eq(logHours.stream, stream),
            eq(logHours.address, lower(address)),
            gte(logHours.hour, hour),
          ),
        )
        .orderBy(asc(logHours.hour))
      return rows.map((row) => ({ hour: row.hour, totals: parseTotals(row.totals) }))
    },
  }
}

/** Totals as stored: a JSON object of decimal strings; anything else in it is left out. */
export function parseTotals(text: string): Record<string, bigint> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, digits]) =>
      typeof digits === 'string' && /^[0-9]+$/.test(digits) ? [[name, BigInt(digits)]] : [],
    ),
  )
}
