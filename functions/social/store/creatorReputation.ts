import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { jsonChunks } from '../../../shared/store/database.ts'
import type { Lease, Leases } from '../../../shared/store/leases.ts'
import type { StoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { type LaneKey, setState, type SyncState } from './syncStates.ts'

export interface Freshness {
  /** Whether any profile has a key. */
  readonly hasKeys: boolean
  /** Unix seconds of the newest score; null before the first. */
  readonly fetchedAt: number | null
}

/** Owners of vaults as they were read, and of how many vaults the creators are brought up to date. */
export interface Projection {
  readonly chainId: number
  readonly limit: number
  readonly owners: readonly { readonly vault: Address; readonly owner: Address | null }[]
  readonly at: number
}

/** The scores of vaults' creators, for the chain that was looked at last under a chain id. Times are unix seconds. */
export function createCreatorReputation({ all, transact }: StoredDatabase, leases: Leases<LaneKey>) {
  const chainOf = (chainId: number) =>
    sql`(select id from chains where chain_id = ${chainId} order by checked_at desc limit 1)`
  return {
    /**
     * Gives each listed vault a row, up to `limit` by volume, and takes away those of vaults that left the list; returns the
     * vaults whose owner was last read before a time, the oldest first, at most `owners`.
     */
    async followVaults(
      chainId: number,
      { limit, before, owners }: { readonly limit: number; readonly before: number; readonly owners: number },
    ): Promise<Address[]> {
      const chain = chainOf(chainId)
      const [, , due] = await transact<{ vault: Address }>([
        sql`insert into creator_reputation (chain, vault) select chain, vault from vaults where chain = ${chain}
          order by volume_1d desc, vault limit ${limit} on conflict do nothing`,
        sql`delete from creator_reputation where not exists (select 1 from vaults v
          where v.chain = creator_reputation.chain and v.vault = creator_reputation.vault)`,
        sql`select vault from creator_reputation
          where chain = ${chain} and owner_read_at < ${before} order by owner_read_at, vault limit ${owners}`,
      ])
      return (due?.rows ?? []).map(({ vault }) => vault)
    },

    /**
     * Records the owners of vaults as read at a time, null for a vault that names none; brings profile and score of creators up
     * to date, by volume; and records how far the run has come: in one transaction. How many creators have changed. Throws
     * LeaseLost.
     */
    async project(
      lease: Lease<LaneKey>,
      { chainId, limit, owners, at }: Projection,
      state: Partial<SyncState>,
    ): Promise<number> {
      const rows = owners.map(({ vault, owner }) => ({ vault: lower(vault), owner: owner && lower(owner) }))
      const changes = await leases.fenced(lease, (held) => [
        setState('projection', state, held),
        ...jsonChunks(rows).map(
          (json) => sql`update creator_reputation set owner = e.value ->> 'owner', owner_read_at = ${at}
            from json_each(${json}) e
            where creator_reputation.chain = ${chainOf(chainId)} and creator_reputation.vault = e.value ->> 'vault'
              and ${held}`,
        ),
        sql`update creator_reputation set user_id = n.profile_id, selected_userkey = n.selected_userkey,
            score = n.score, level = n.level, score_fetched_at = n.score_fetched_at
          from (select c.vault, w.profile_id, s.selected_userkey, s.score, s.level, s.score_fetched_at
            from creator_reputation c
            join vaults v on v.chain = c.chain and v.vault = c.vault
            left join profile_wallets w on w.address = c.owner
            left join canonical_reputation_scores s on s.user_id = w.profile_id
            where c.chain = ${chainOf(chainId)} order by v.volume_1d desc, v.vault limit ${limit}) n
          where creator_reputation.chain = ${chainOf(chainId)} and creator_reputation.vault = n.vault and ${held}
            and (user_id, creator_reputation.selected_userkey, creator_reputation.score, creator_reputation.level,
              creator_reputation.score_fetched_at) is not
              (n.profile_id, n.selected_userkey, n.score, n.level, n.score_fetched_at)`,
      ])
      return changes.at(-1) ?? 0
    },

    /** How fresh the scores are. */
    async freshness(): Promise<Freshness> {
      const [row] = await all<{ hasKeys: number; fetchedAt: number | null }>(sql`select
        exists (select 1 from reputation_userkey_scores) hasKeys,
        (select max(fetched_at) from reputation_userkey_scores) fetchedAt`)
      return { hasKeys: row?.hasKeys === 1, fetchedAt: row?.fetchedAt ?? null }
    },
  }
}
