import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Address } from 'viem'
import * as z from 'zod'
import { profileDeletions } from '../../../drizzle/deletions.ts'
import { lower } from '../../../shared/text/address.ts'
import { type Owner } from './personal/PersonalData.ts'
import { endJoinsOfAccount } from '../../../shared/store/persons.ts'
import { columnsOf, listed } from '../../../shared/store/columnsOf.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

/** An unfinished deletion: the account is deleted from D1, and these are its parts elsewhere. Times in unix seconds. */
export interface Deletion {
  readonly profileId: string
  readonly address: Address
  readonly wallets: readonly Address[]
  readonly idpUsers: readonly string[]
  /** Chat users that are or were linked to the account. */
  readonly chatappUsers: readonly string[]
  /** SHA-256 of the token that requested the deletion; empty for a signed request. */
  readonly sessionHash: string
  readonly requestedAt: number
  /** When only that session was left; null before. */
  readonly erasedAt: number | null
}

/** Maximum number of rows that one statement deletes of those that are deleted later. */
const ROWS = 500
/** Maximum number of deletions that are read for one wallet. */
const MOST_OF_ADDRESS = 20

/** Deletions of accounts, in D1. Every method throws store_unavailable. */
export function createDeletionStore(d1: D1Database) {
  const { orm, batch, thenFirst } = openStoredDatabase(d1)
  const find = async (condition: SQL | undefined, limit: number): Promise<Deletion[]> => {
    const query = orm.select().from(profileDeletions).where(condition)
    const rows = await stored(() => query.orderBy(asc(profileDeletions.requestedAt)).limit(limit))
    return rows.map(toDeletion)
  }

  return {
    /**
     * Deletes an account's rows and records the remaining work, all in one transaction; null if the account no longer has
     * this wallet. Of several concurrent calls the first deletes, and the others find it done.
     */
    async begin(
      profileId: string,
      { address, sessionHash, now }: { readonly address: Address; readonly sessionHash: string; readonly now: number },
    ): Promise<Deletion | null> {
      const idsOf = (query: SQL) => sql`(select json_group_array(id) from (${query}))`
      const ofLinks = (kind: 'chatapp' | 'idp') =>
        sql`select id from linked_accounts where kind = ${kind} and profile_id = ${profileId}`
      const ofChatapp = (column: 'chatapp_user_id' | 'idp_user_id') =>
        sql`select ${sql.identifier(column)} id from chatapp_user_links where profile_id = ${profileId}`
      const { PERSONAL_DATA } = await import('./personalData.ts')
      const work = [
        sql`insert into profile_deletions
            (profile_id, address, session_hash, wallets, chatapp_users, idp_users, requested_at)
          select id, ${lower(address)}, ${sessionHash},
            ${idsOf(sql`select address id from profile_wallets where profile_id = ${profileId}`)},
            ${idsOf(sql`${ofLinks('chatapp')} union ${ofChatapp('chatapp_user_id')}`)},
            ${idsOf(sql`${ofLinks('idp')} union ${ofChatapp('idp_user_id')}`)}, ${now}
          from profiles where id = ${profileId} and exists (select 1 from profile_wallets
            where address = ${lower(address)} and profile_id = ${profileId}) on conflict do nothing`,
        ...endJoinsOfAccount(
          profileId,
          now,
          sql`exists (select 1 from profile_deletions where profile_id = ${profileId})`,
        ),
        ...PERSONAL_DATA.filter(({ onDeletion }) => onDeletion === 'at once').map(
          ({ table, isOf }) => sql`delete from ${table} where ${isOf(ownerOf(profileId))}`,
        ),
      ]
      const row = await thenFirst<typeof profileDeletions.$inferSelect>(
        work,
        sql`select ${listed(columnsOf(profileDeletions))} from profile_deletions where profile_id = ${profileId}`,
      )
      return row && toDeletion(row)
    },

    /** Deletions that a wallet requested, oldest first. */
    ofAddress: (address: Address): Promise<Deletion[]> =>
      find(eq(profileDeletions.address, lower(address)), MOST_OF_ADDRESS),

    unfinished: (limit: number): Promise<Deletion[]> => find(undefined, limit),

    /** Deletes a part of the rows that are deleted later; true if no row is left. */
    async deletePart(profileId: string): Promise<boolean> {
      const { PERSONAL_DATA } = await import('./personalData.ts')
      const changes = await batch(
        PERSONAL_DATA.filter(({ onDeletion }) => onDeletion === 'later').map(
          ({ table, isOf }) => sql`delete from ${table} where rowid in (
            select rowid from ${table} where ${isOf(ownerOf(profileId))} limit ${ROWS})`,
        ),
      )
      return changes.every((count) => count < ROWS)
    },

    /** Records that only the session that requested the deletion is left. */
    async markErased(profileId: string, now: number): Promise<void> {
      await batch([
        sql`update profile_deletions set erased_at = ${now} where profile_id = ${profileId} and erased_at is null`,
      ])
    },

    /** Removes a finished deletion. */
    async end(profileId: string): Promise<void> {
      await batch([sql`delete from profile_deletions where profile_id = ${profileId}`])
    },
  }
}

/** The data of an account to delete, by the row that records its deletion; without that row, nothing. */
function ownerOf(profileId: string): Owner {
  const idsOf = (column: 'wallets' | 'chatapp_users') => sql`select value from json_each((
    select ${sql.identifier(column)} from profile_deletions where profile_id = ${profileId}))`
  return {
    profile: sql`select profile_id from profile_deletions where profile_id = ${profileId}`,
    wallets: idsOf('wallets'),
    chatappUsers: idsOf('chatapp_users'),
  }
}

const Ids = z.array(z.string())
const Wallets = z.array(z.string().transform((text) => getAddress(text)))

const toDeletion = ({ wallets, idpUsers, chatappUsers, ...row }: typeof profileDeletions.$inferSelect): Deletion => ({
  ...row,
  address: getAddress(row.address),
  wallets: Wallets.parse(JSON.parse(wallets)),
  idpUsers: Ids.parse(JSON.parse(idpUsers)),
  chatappUsers: Ids.parse(JSON.parse(chatappUsers)),
})
