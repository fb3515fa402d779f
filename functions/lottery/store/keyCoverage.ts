import { and, desc, eq, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { keyCoverageSnapshots as snapshots } from '../../../drizzle/keyCoverage.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { keepAnswer, type KeptAnswer } from '../../../shared/store/keepAnswer.ts'
import { lower } from '../../../shared/text/address.ts'

/** Seconds during which a published stake counts only for its buyer. */
const EPOCH = 86_400
const KEEP = 90 * 86_400
/** The most rows that one run deletes. */
const ROWS = 500

export type KeySnapshot = typeof snapshots.$inferSelect

/** Published snapshots of staked keys, in D1. */
export function createKeyCoverageStore(d1: D1Database) {
  const { orm, batch } = openDatabase(d1)

  async function newest(genesis: Hex, buyer: Address): Promise<KeySnapshot | null> {
    const [row] = await orm
      .select()
      .from(snapshots)
      .where(and(eq(snapshots.genesis, genesis), eq(snapshots.buyer, lower(buyer))))
      .orderBy(desc(snapshots.blockNumber))
      .limit(1)
    return row ?? null
  }

  return {
    /** The newest one that a buyer has published on the chain with that genesis hash. */
    newest,

    /**
     * Publishes a snapshot with its stakes, all or nothing: only if it is newer than every earlier one of its buyer,
     * and only if no other buyer has published one of the stakes within a day of chain time. Both conditions are
     * checked in the transaction that writes, so of two buyers with the same stake one wins. Returns `unchanged` for a
     * snapshot that already exists.
     */
    async publish(
      snapshot: KeySnapshot,
      stakes: readonly { readonly wallet: Address; readonly tokenId: bigint; readonly amount: bigint }[],
      answer: KeptAnswer,
    ): Promise<'published' | 'unchanged' | 'stale' | 'attributed'> {
      const { genesis, chainId, creatorCoin, blockNumber, blockHash, blockTime, snapshotHash, units, createdAt } =
        snapshot
      const [buyer, publishedBy] = [lower(snapshot.buyer), lower(snapshot.publishedBy)]
      const coin = creatorCoin && lower(creatorCoin)
      const rows = JSON.stringify(
        stakes.map(({ wallet, tokenId, amount }) => [lower(wallet), String(tokenId), String(amount)]),
      )
      const [changed] = await batch([
        sql`insert into key_coverage_snapshots (genesis, chain_id, buyer, creator_coin, block_number, block_hash, block_time,
          snapshot_hash, units, published_by, created_at)
        select ${genesis}, ${chainId}, ${buyer}, ${coin}, ${blockNumber}, ${blockHash}, ${blockTime}, ${snapshotHash},
          ${units}, ${publishedBy}, ${createdAt}
        where not exists (select 1 from key_coverage_snapshots
          where genesis = ${genesis} and buyer = ${buyer} and block_number >= ${blockNumber})
        and not exists (select 1 from json_each(${rows}) r join key_coverage_stakes s
          on s.genesis = ${genesis} and s.wallet = r.value ->> 0 and s.token_id = r.value ->> 1
          where s.buyer <> ${buyer} and s.block_time > ${blockTime - EPOCH})`,
        ...keepAnswer(answer),
        sql`insert into key_coverage_stakes (genesis, wallet, token_id, block_number, block_time, buyer, amount)
        select ${genesis}, value ->> 0, value ->> 1, ${blockNumber}, ${blockTime}, ${buyer}, value ->> 2
        from json_each(${rows})
        where exists (select 1 from key_coverage_snapshots where genesis = ${genesis} and buyer = ${buyer}
          and block_number = ${blockNumber} and snapshot_hash = ${snapshotHash})
        on conflict do nothing`,
      ])
      if (changed === 1) return 'published'
      const last = await newest(genesis, buyer)
      if (!last || last.blockNumber < blockNumber) return 'attributed'
      return last.snapshotHash === snapshotHash ? 'unchanged' : 'stale'
    },

    /** Applies the retention rules, a limited number of rows per call; `now` in unix seconds. */
    async prune(now: number): Promise<void> {
      await batch([
        sql`delete from key_coverage_stakes where rowid in (select s.rowid from key_coverage_stakes s
          join key_coverage_snapshots p using (genesis, buyer, block_number)
          where p.created_at < ${now - KEEP} and exists (select 1 from key_coverage_snapshots n
            where n.genesis = p.genesis and n.buyer = p.buyer and n.block_number > p.block_number) limit ${ROWS})`,
        sql`delete from key_coverage_snapshots where rowid in (select p.rowid from key_coverage_snapshots p
          where p.created_at < ${now - KEEP} and exists (select 1 from key_coverage_snapshots n
            where n.genesis = p.genesis and n.buyer = p.buyer and n.block_number > p.block_number)
          and not exists (select 1 from key_coverage_stakes s
            where s.genesis = p.genesis and s.buyer = p.buyer and s.block_number = p.block_number) limit ${ROWS})`,
      ])
    },
  }
}
