import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Address } from 'viem'
import { chains } from '../../drizzle/chains.ts'
import { vaultHours, vaults } from '../../drizzle/vaults.ts'
import { KEPT_DAYS } from '../../schema/vault/keptDays.ts'
import { lower } from '../text/address.ts'
import { jsonChunks, revisionIs, type Database } from './database.ts'

/** The hour that contains a unix time, as the unix time of its start. */
export const hourOf = (time: number): number => time - (time % 3600)

const DAY = 86_400
const KEPT_HOURS = KEPT_DAYS * 24

/** Assets of vaults at one block, without unreadable vaults. */
export interface AssetReadings {
  /** The state of the log index in which that block is the newest: in another, nothing is written. */
  readonly revision: number
  readonly assets: readonly { readonly vault: Address; readonly totalAssets: bigint }[]
}

/** Statements that store readings in the hour of their block, where they differ from what the hour has. */
export const putVaultHours = (
  chain: number,
  { number, time }: { readonly number: number; readonly time: number },
  { revision, assets }: AssetReadings,
): SQL[] =>
  jsonChunks(assets.map(({ vault, totalAssets }) => [lower(vault), String(totalAssets)])).map(
    (json) => sql`insert into vault_hours (chain, vault, hour, total_assets, block_number, block_time)
      select ${chain}, value ->> 0, ${hourOf(time)}, value ->> 1, ${number}, ${time}
      from json_each(${json}) where ${revisionIs(chain, revision)}
      on conflict do update set total_assets = excluded.total_assets, block_number = excluded.block_number,
      block_time = excluded.block_time where total_assets <> excluded.total_assets`,
  )

/** Deletes the hours whose readings are of removed blocks, for the batch that takes the logs of a chain back. */
export const undoVaultHours = (chain: number, ancestor: { number: number; time: number } | null, guard: SQL): SQL =>
  sql`delete from vault_hours where chain = ${chain} and hour >= ${hourOf(ancestor?.time ?? 0)}
    and block_number > ${ancestor?.number ?? -1} and ${guard}`

/** The list of vaults of the chain that was seen last, what it says of one vault, and the hours of that vault. */
interface KeptHours {
  readonly list: typeof chains.$inferSelect
  /** Null if the list does not have it. */
  readonly vault: { readonly assetDecimals: number | null } | null
  /** The first hour that is kept of it; null if none is. */
  readonly since: number | null
  /** The requested hours, oldest first. */
  readonly hours: readonly Pick<typeof vaultHours.$inferSelect, 'hour' | 'blockNumber' | 'totalAssets'>[]
}

export type VaultHours = ReturnType<typeof createVaultHours>

export const createVaultHours = ({ orm }: Pick<Database, 'orm'>) => ({
  /** The hours of a vault in the days up to the block of the list, in one round trip; null before the first chain. */
  async of(chainId: number, vault: Address, days: number): Promise<KeptHours | null> {
    const own = lower(vault)
    const isSeenLast = sql`${chains.id} = (select id from chains where chain_id = ${chainId}
      order by checked_at desc, id desc limit 1)`
    const [[found], hours] = await orm.batch([
      orm
        .select({
          list: chains,
          vault: vaults.vault,
          assetDecimals: vaults.coinDecimals,
          since: sql<number | null>`(select min(hour) from vault_hours h
            where h.chain = ${chains.id} and h.vault = ${own})`.as('since'),
        })
        .from(chains)
        .leftJoin(vaults, and(eq(vaults.chain, chains.id), eq(vaults.vault, own)))
        .where(isSeenLast),
      orm
        .select({ hour: vaultHours.hour, blockNumber: vaultHours.blockNumber, totalAssets: vaultHours.totalAssets })
        .from(chains)
        .innerJoin(vaultHours, eq(vaultHours.chain, chains.id))
        .where(
          and(
            isSeenLast,
            eq(vaultHours.vault, own),
            sql`${vaultHours.hour} > ${chains.listedTime} - ${Math.min(days, KEPT_DAYS) * DAY}`,
          ),
        )
        .orderBy(asc(vaultHours.hour))
        .limit(KEPT_HOURS),
    ])
    if (!found) return null
    const { list, since, assetDecimals } = found
    return { list, vault: found.vault === null ? null : { assetDecimals }, since, hours }
  },
})
