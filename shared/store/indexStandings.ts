import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import { chains, indexAddresses, indexStreams } from '../../drizzle/chains.ts'
import { lower } from '../text/address.ts'
import type { Database } from './database.ts'

/** How far some streams are indexed, taken together. */
export interface IndexStanding {
  /** Id of the chain's row. */
  readonly chain: number
  readonly fromBlock: number
  /** The last block that all of them have, its hash, and its time in unix seconds. */
  readonly block: number
  readonly hash: Hash
  readonly time: number
  readonly headNumber: number
  /** Unix seconds of the last look at the node. */
  readonly checkedAt: number
}

/** The index of the chain that was seen last, and the stream that is furthest behind; null before the first. */
export type IndexProgress = typeof chains.$inferSelect & {
  /** The last block that it has, and that block's time in unix seconds; null before its first range. */
  readonly slowest: { readonly stream: string; readonly block: number; readonly time: number | null } | null
}

/** The row of the most recently seen chain, for a statement that is sent in one call with the one that checks it. */
export const newestChain = (chainId: number): SQL<number> =>
  sql<number>`(select id from chains where chain_id = ${chainId} order by checked_at desc, id desc limit 1)`

/** The last block that all of these streams of it have; null if one has not been started. */
export const reachedBy = (chainId: number, streams: readonly string[]): SQL<number> =>
  sql<number>`(select iif(count(*) = ${new Set(streams).size}, min(next_block) - 1, null) from index_streams
    where chain = ${newestChain(chainId)} and ${inArray(indexStreams.stream, [...streams])})`

/** Progress of the log index, which readers check before they read from it. */
export const createIndexStandings = ({ orm }: Pick<Database, 'orm'>) => ({
  /**
   * How far these streams are indexed, taken together, on the most recently seen chain; null if one has not been
   * started.
   */
  async standing(chainId: number, streams: readonly string[]): Promise<IndexStanding | null> {
    const rows = await orm
      .select({ chain: chains, row: indexStreams })
      .from(chains)
      .leftJoin(indexStreams, and(eq(indexStreams.chain, chains.id), inArray(indexStreams.stream, [...streams])))
      .where(eq(chains.chainId, chainId))
      .orderBy(desc(chains.checkedAt), desc(chains.id))
    const chain = rows[0]?.chain
    const own = rows.flatMap(({ row }) => (row && row.chain === chain?.id ? [row] : []))
    const last = own.reduce((low, row) => (low && low.nextBlock <= row.nextBlock ? low : row), own[0])
    if (!chain || !last || last.checkpointTime === null || last.checkpointHash === null) return null
    if (streams.some((stream) => !own.some((row) => row.stream === stream))) return null
    return {
      chain: chain.id,
      fromBlock: Math.max(...own.map((row) => row.fromBlock)),
      block: last.nextBlock - 1,
      hash: last.checkpointHash,
      time: last.checkpointTime,
      headNumber: chain.headNumber,
      checkedAt: chain.checkedAt,
    }
  },

  /** Whether a stream contains this address, on the most recently seen chain. */
  async follows(chainId: number, stream: string, address: Address): Promise<boolean> {
    const [row] = await orm
      .select({ address: indexAddresses.address })
      .from(chains)
      .leftJoin(
        indexAddresses,
        and(
          eq(indexAddresses.chain, chains.id),
          eq(indexAddresses.stream, stream),
          eq(indexAddresses.address, lower(address)),
        ),
      )
      .where(eq(chains.chainId, chainId))
      .orderBy(desc(chains.checkedAt), desc(chains.id))
      .limit(1)
    return row !== undefined && row.address !== null
  },

  /** How far the index is as a whole; null if it has not begun. */
  async progress(chainId: number): Promise<IndexProgress | null> {
    const [row] = await orm
      .select({ chain: chains, stream: indexStreams })
      .from(chains)
      .leftJoin(indexStreams, eq(indexStreams.chain, chains.id))
      .where(eq(chains.chainId, chainId))
      .orderBy(desc(chains.checkedAt), desc(chains.id), asc(indexStreams.nextBlock))
      .limit(1)
    if (!row) return null
    const { chain, stream } = row
    const slowest = stream && { stream: stream.stream, block: stream.nextBlock - 1, time: stream.checkpointTime }
    return { ...chain, slowest }
  },

  /** The most recently seen chain with this chain id. */
  async status(chainId: number): Promise<typeof chains.$inferSelect | null> {
    const [chain] = await orm
      .select()
      .from(chains)
      .where(eq(chains.chainId, chainId))
      .orderBy(desc(chains.checkedAt), desc(chains.id))
      .limit(1)
    return chain ?? null
  },
})
