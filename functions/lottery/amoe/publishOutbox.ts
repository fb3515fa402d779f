import type { Address, Hex } from 'viem'
import type { AmoeProjection, CreditRow, EntryRow } from '../store/amoe.ts'

/** A row of a ledger's tables (ledgerTables.ts). */
export type SqlRow = Record<string, SqlStorageValue>
interface OutboxRow extends SqlRow {
  seq: number
  credit: number | null
  nonce: string | null
}
type CreditSql = SqlRow & { seq: number; source: string; source_id: string; units: number; created_at: number }
export type EntrySql = SqlRow & {
  nonce: Hex
  content: string
  wallet: Address
  creator_coin: Address
  chain_id: number
  target: Address
  units: number
  units_left: number
  deadline: number
  status: EntryRow['status']
  created_at: number
  resolved_at: number | null
}

/** Rows written to D1 at once. */
const BATCH = 200

/**
 * Writes the oldest rows of a ledger's outbox to D1 and removes them from it; false if it was empty. Rows of a run that
 * ends in between are written again. Throws what D1 throws.
 */
export async function publishOutbox(sql: SqlStorage, projection: AmoeProjection): Promise<boolean> {
  const rows = sql.exec<OutboxRow>('SELECT * FROM outbox ORDER BY seq LIMIT ?', BATCH).toArray()
  const last = rows.at(-1)
  if (!last) return false
  const { profile_id: profileId } = sql.exec<{ profile_id: string }>('SELECT profile_id FROM owner').one()
  const upTo = (column: 'credit' | 'nonce') => `SELECT ${column} FROM outbox WHERE seq <= ? AND ${column} IS NOT NULL`
  const credits = sql
    .exec<CreditSql>(`SELECT * FROM credits WHERE seq IN (${upTo('credit')})`, last.seq)
    .toArray()
    .map((credit) => creditRow(profileId, credit))
  const entries = sql
    .exec<EntrySql>(`SELECT * FROM entries WHERE nonce IN (${upTo('nonce')})`, last.seq)
    .toArray()
    .map((entry) => entryRow(profileId, entry))
  const { seq, units } = sql
    .exec<{ seq: number; units: number }>(
      'SELECT coalesce(max(seq), 0) seq, coalesce(sum(units), 0) units FROM credits',
    )
    .one()
  const isWhole = rows.some(({ credit, nonce }) => credit === null && nonce === null)
  await projection.put({ profileId, units, seq }, credits, entries, isWhole)
  sql.exec('DELETE FROM outbox WHERE seq <= ?', last.seq)
  return true
}

const creditRow = (profileId: string, { seq, source, source_id, units, created_at }: CreditSql): CreditRow => ({
  profileId,
  source,
  sourceId: source_id,
  units,
  seq,
  createdAt: created_at,
})

const entryRow = (profileId: string, entry: EntrySql): EntryRow => ({
  nonce: entry.nonce,
  profileId,
  wallet: entry.wallet,
  creatorCoin: entry.creator_coin,
  chainId: entry.chain_id,
  target: entry.target,
  units: entry.units,
  deadline: entry.deadline,
  status: entry.status,
  createdAt: entry.created_at,
  resolvedAt: entry.resolved_at,
})
