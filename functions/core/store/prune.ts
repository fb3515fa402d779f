import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../shared/store/database.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { hourOf } from '../../../shared/store/vaultHours.ts'
import { KEPT_DAYS } from '../../../schema/vault/keptDays.ts'

/** The most rows that one statement deletes, so that a run stays short; the next run continues. */
const ROWS = 500
const YEAR = 366 * 86_400
const DAY = 86_400

/** Tables whose rows go with their chain. */
const OF_CHAIN = [
  'logs',
  'log_hours',
  'vaults',
  'vault_hours',
  'auctions',
  'agent_files',
  'feedback_index',
  'feedback_responses',
  'feedback_projections',
  'feedback_checks',
  'index_blocks',
  'index_addresses',
  'index_streams',
]

export function createPrune({ batch }: Database) {
  return {
    /**
     * Applies the retention rules of a chain's tables; `keep` is the number of seconds for which each stream's logs are
     * kept.
     */
    async expired(chain: number, keep: Readonly<Record<string, number>>, now: number): Promise<void> {
      await batch([
        ...Object.entries(keep).map(
          ([stream, seconds]) => sql`delete from logs where rowid in (
          select rowid from logs where chain = ${chain} and stream = ${stream} order by block_number limit ${ROWS})
          and block_time < ${now - seconds}`,
        ),
        ...Object.keys(keep).map(
          (stream) => sql`delete from log_hours where rowid in (
          select rowid from log_hours where chain = ${chain} and stream = ${stream} and hour < ${now - YEAR}
          order by hour limit ${ROWS})`,
        ),
        deleteSome('vault_hours', sql`chain = ${chain} and hour < ${hourOf(now) - KEPT_DAYS * DAY}`, ROWS),
        deleteSome('feedback_checks', sql`outcome = 'unavailable' and checked_at < ${now - DAY}`, ROWS),
      ])
    },

    /** Deletes what is left of other chains that previously had this chain's id. */
    async replaced(chain: number): Promise<void> {
      const old = sql`select id from chains where id <> ${chain}
        and chain_id = (select chain_id from chains where id = ${chain})`
      const changes = await batch(OF_CHAIN.map((table) => deleteSome(table, sql`chain in (${old})`, ROWS)))
      await batch(forgetReplacedLists(chain, ROWS))
      if (changes.every((n) => n < ROWS)) await batch([sql`delete from chains where id in (${old})`])
    },
  }
}

/** Statements that delete what is left of the lists of chains that another one has replaced, at most `rows` each. */
function forgetReplacedLists(chain: number, rows: number): SQL[] {
  const replaced = sql`select l.genesis from managed_token_lists l join chains c on c.id = ${chain}
    where l.chain_id = c.chain_id and l.genesis <> c.genesis and l.verified_at < c.checked_at`
  return [
    sql`delete from managed_tokens where rowid in (
      select rowid from managed_tokens where genesis in (${replaced}) limit ${rows})`,
    sql`delete from managed_token_lists where genesis in (${replaced})
      and not exists (select 1 from managed_tokens t where t.genesis = managed_token_lists.genesis)`,
  ]
}
