import type { Address, Hex } from 'viem'
import type { CreditRow, EntryRow } from '../../../shared/store/amoe.ts'

// Rows of a ledger's tables (ledgerTables.ts), and the rows of D1 that they become.

export type SqlRow = Record<string, SqlStorageValue>
export interface Owned extends SqlRow {
  profile_id: string
}
export interface OutboxRow extends SqlRow {
  seq: number
  credit: number | null
  nonce: string | null
}
export type CreditSql = SqlRow & { seq: number; source: string; source_id: string; units: number; created_at: number }
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

export const creditRow = (profileId: string, { seq, source, source_id, units, created_at }: CreditSql): CreditRow => ({
  profileId,
  source,
  sourceId: source_id,
  units,
  seq,
  createdAt: created_at,
})

export const entryRow = (profileId: string, entry: EntrySql): EntryRow => ({
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
