import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { entityLabelsCache as labels, walletIntelligenceCache as parts } from '../../../drizzle/intelligence.ts'
import { lower } from '../../../shared/text/address.ts'
import { unlessLeased } from '../../../shared/store/leases.ts'
import { deleteSome } from '../../../shared/store/retention.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { stored } from '../../../shared/store/stored.ts'

/** The longest text that is kept; a longer one is read again each time. */
const MAX_CHARACTERS = 65_536
/** Rows that a write deletes besides, for each that it adds: more than it adds, so that what has expired does not pile up. */
const ROWS = 20

/** Something that was read earlier. */
export interface KeptPart {
  readonly key: string
  /** JSON. */
  readonly data: string
  /** Unix seconds. */
  readonly createdAt: number
}

/** The answer of a source about a wallet: JSON, and unix seconds. */
export interface ReadPart {
  readonly key: string
  readonly data: string
  readonly readAt: number
  readonly until: number
}

/** The label of an address: JSON, null if it has none. */
export interface ReadLabel extends Pick<ReadPart, 'readAt' | 'until'> {
  readonly address: Address
  readonly chainId: number
  readonly label: string | null
}

export type IntelligenceStore = ReturnType<typeof createIntelligenceStore>

/** Answers of sources about wallets, in D1. Times are unix seconds. Every method throws store_unavailable. */
export function createIntelligenceStore(d1: D1Database) {
  const { orm, batch, transact } = openStoredDatabase(d1)

  async function find(keys: readonly string[], now: number): Promise<KeptPart[]> {
    if (keys.length === 0) return []
    const rows = await stored(() =>
      orm
        .select({ key: parts.key, data: parts.data, createdAt: parts.createdAt })
        .from(parts)
        .where(and(inArray(parts.key, [...keys]), gt(parts.expiresAt, now))),
    )
    return rows.flatMap(({ key, data, createdAt }) => (data === null ? [] : [{ key, data, createdAt }]))
  }

  return {
    /** Parts that have not expired. */
    find,

    /**
     * Takes those parts that nobody is asking for, until a time; returns these, each with what is kept of it: somebody may
     * have stored it since it was looked up. Of several who take a part at once exactly one gets it.
     */
    async lease(
      wanted: readonly { readonly key: string; readonly source: string; readonly address: Address }[],
      { owner, now, until }: { readonly owner: string; readonly now: number; readonly until: number },
    ): Promise<{ readonly key: string; readonly kept: KeptPart | null }[]> {
      if (wanted.length === 0) return []
      const rows = JSON.stringify(wanted.map(({ key, source, address }) => [key, source, lower(address)]))
      const [, mine] = await transact<Pick<typeof parts.$inferSelect, 'key' | 'data' | 'createdAt' | 'expiresAt'>>([
        sql`insert into wallet_intelligence_cache (key, source, address, expires_at, lease_owner, lease_until)
          select value ->> 0, value ->> 1, value ->> 2, ${until}, ${owner}, ${until} from json_each(${rows}) where true
          ${unlessLeased(now)}`,
        sql`select key, data, created_at "createdAt", expires_at "expiresAt" from wallet_intelligence_cache
          where key in (select value ->> 0 from json_each(${rows})) and lease_owner = ${owner}`,
      ])
      return (mine?.rows ?? []).map(({ key, data, createdAt, expiresAt }) => ({
        key,
        kept: data === null || expiresAt <= now ? null : { key, data, createdAt },
      }))
    },

    /** Keeps what was read of wallets in one transaction, and ends the leases of its parts. A part that is too long is not kept. */
    async keep(read: readonly ReadPart[], labelled: readonly ReadLabel[], now: number): Promise<void> {
      await batch([
        ...read.map(({ key, data, readAt, until }) =>
          data.length <= MAX_CHARACTERS
            ? sql`update wallet_intelligence_cache set data = ${data}, created_at = ${readAt}, expires_at = ${until},
                lease_owner = null, lease_until = 0 where key = ${key}`
            : sql`update wallet_intelligence_cache set lease_owner = null, lease_until = 0 where key = ${key}`,
        ),
        ...labelled.map(
          ({ address, chainId, label, readAt, until }) =>
            sql`insert or replace into entity_labels_cache (address, chain_id, label, created_at, expires_at)
              values (${lower(address)}, ${chainId}, ${label}, ${readAt}, ${until})`,
        ),
        ...pruned('wallet_intelligence_cache', read.length, sql`expires_at <= ${now} and lease_until <= ${now}`),
        ...pruned('entity_labels_cache', labelled.length, sql`expires_at <= ${now}`),
      ])
    },

    /** Ends a lease without a result: the next one may ask. */
    async release(key: string, owner: string): Promise<void> {
      await batch([
        sql`update wallet_intelligence_cache set lease_owner = null, lease_until = 0
            where key = ${key} and lease_owner = ${owner}`,
      ])
    },

    /** The label of an address as JSON, or null if there is none; undefined if that is not known. */
    async findLabel(address: Address, chainId: number, now: number): Promise<string | null | undefined> {
      const [row] = await stored(() =>
        orm
          .select({ label: labels.label })
          .from(labels)
          .where(and(eq(labels.address, lower(address)), eq(labels.chainId, chainId), gt(labels.expiresAt, now))),
      )
      return row?.label
    },
  }
}

const pruned = (table: string, added: number, isOver: SQL): SQL[] =>
  added === 0 ? [] : [deleteSome(table, isOver, ROWS * added)]
