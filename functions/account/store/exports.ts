import { sql } from 'drizzle-orm'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { listed } from '../../../shared/store/columnsOf.ts'
import { type Owner } from './personal/PersonalData.ts'

/** A stored row, by the names of its fields; times in unix seconds, addresses in lower case. */
export type ExportedRow = Readonly<Record<string, string | number | null>>

/** A page of a section: rows after the cursor, and the next cursor; null at the end. */
export interface ExportedPage {
  readonly rows: readonly ExportedRow[]
  readonly next: number | null
}

/** All data about an account, in D1. Every method throws store_unavailable. */
export function createExportStore(d1: D1Database) {
  const { all } = openStoredDatabase(d1)

  async function page(profileId: string, section: string, after: number, limit: number): Promise<ExportedPage> {
    const { PERSONAL_DATA } = await import('./personalData.ts')
    const data = PERSONAL_DATA.find(({ shown }) => shown?.as === section)
    if (!data?.shown) return { rows: [], next: null }
    const { table, isOf } = data
    const { columns } = data.shown
    const found = await all<Record<string, string | number | null> & { rowNumber: number }>(
      sql`select rowid as "rowNumber", ${listed(columns)} from ${table}
        where ${isOf(ownerOf(profileId))} and rowid > ${after} order by rowid limit ${limit + 1}`,
    )
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => Object.fromEntries(Object.keys(columns).map((name) => [name, row[name] ?? null]))),
      next: found.length > limit && last ? last.rowNumber : null,
    }
  }

  return {
    /** Up to `limit` rows of a section after a cursor (0 at first). */
    page,
    async firstPages(profileId: string, limit: number): Promise<Readonly<Record<string, ExportedPage>>> {
      const { EXPORT_SECTIONS } = await import('./personalData.ts')
      return Object.fromEntries(
        await Promise.all(
          EXPORT_SECTIONS.map(async (section) => [section, await page(profileId, section, 0, limit)] as const),
        ),
      )
    },
  }
}

const ownerOf = (profileId: string): Owner => ({
  profile: sql`${profileId}`,
  wallets: sql`select address from profile_wallets where profile_id = ${profileId}`,
  chatappUsers: sql`select id from linked_accounts where kind = 'chatapp' and profile_id = ${profileId}
    union select chatapp_user_id from chatapp_user_links where profile_id = ${profileId}`,
})
