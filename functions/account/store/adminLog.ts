import { sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import type { adminLog } from '../../../drizzle/access.ts'
import { lower } from '../../../shared/text/address.ts'

/** The administrator, client and time of a change. */
export interface AdminAction {
  readonly admin: Address
  /** Keyed hash of the client's IP address. */
  readonly ipHash: string
  /** Unix seconds. */
  readonly at: number
}

type Row = typeof adminLog.$inferInsert

interface Change {
  readonly action: string
  readonly targetType: Row['targetType']
  /** A value, or the column that has it, as the next. */
  readonly targetId: string | SQL
  /** A JSON object. */
  readonly details: SQL
  readonly from: SQL
}

/**
 * Logs a change for each row of `from`. It belongs in the batch of the change, before it and under the same condition, so that
 * both happen or neither.
 */
export const logged = (
  { admin, ipHash, at }: AdminAction,
  { action, targetType, targetId, details, from }: Change,
): SQL =>
  sql`insert into admin_log (admin_address, action, target_type, target_id, details, ip_hash, created_at)
    select ${lower(admin)}, ${action}, ${targetType}, ${targetId}, ${details}, ${ipHash}, ${at} ${from}`

/** A JSON object of known values and of `columns`, whose values the database adds. */
export const details = (
  known: Readonly<Record<string, string | null | undefined>>,
  columns: Record<string, SQL>,
): SQL =>
  Object.entries(columns).reduce(
    (json, [name, column]) => sql`json_set(${json}, ${`$.${name}`}, ${column})`,
    sql`${JSON.stringify(known)}`,
  )
