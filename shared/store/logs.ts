import { and, asc, between, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Address, Hex } from 'viem'
import { logs } from '../../drizzle/logs.ts'
import type { IndexedLog, LogPosition } from '../chain/IndexedLog.ts'
import { lower } from '../text/address.ts'
import { columnsOf, listed } from './columnsOf.ts'
import type { Database } from './database.ts'
import { newestChain, reachedBy } from './indexStandings.ts'

export interface LogQuery {
  readonly chain: number | SQL<number>
  readonly stream: string
  /** `topic1` needs an `address`: together they are one index seek. */
  readonly of?: { readonly address: Address; readonly topic1?: Hex | undefined } | undefined
  /** Only events with one of these signatures; the others are skipped while scanning, not by the index. */
  readonly topic0?: readonly Hex[] | undefined
  /** The last position of the previous page. */
  readonly before?: LogPosition | undefined
  /** The oldest block that counts. */
  readonly fromBlock?: number | undefined
  /** The newest block that counts, where another statement of the same call says which that is. */
  readonly reached?: SQL<number> | undefined
  readonly limit: number
}

/** Chain and last block of logs: the progress of the index, as the same call finds it. */
export const asReached = (chainId: number, streams: readonly string[]) => ({
  chain: newestChain(chainId),
  reached: reachedBy(chainId, streams),
})

type Row = Omit<typeof logs.$inferSelect, 'chain'>

/** As written by hand: pages of a hundred rows come as objects, without a mapping of each column. */
const ROWS = sql`select ${listed(columnsOf(logs, 'chain'))} from logs`
const NEWEST_FIRST = sql.raw('order by block_number desc, log_index desc')

const isListed = ({ chain, stream, of, before, fromBlock, reached, topic0 }: LogQuery) =>
  and(
    eq(logs.chain, chain),
    eq(logs.stream, stream),
    of && eq(logs.address, lower(of.address)),
    of?.topic1 && eq(logs.topic1, of.topic1),
    before && sql`(${logs.blockNumber}, ${logs.logIndex}) < (${before.blockNumber}, ${before.logIndex})`,
    fromBlock ? gte(logs.blockNumber, fromBlock) : undefined,
    // A position is a seek, and few rows after it are newer than the index; without one this is the seek.
    reached && (before ? sql`+${logs.blockNumber} <= ${reached}` : lte(logs.blockNumber, reached)),
    topic0 && inArray(logs.topic0, [...topic0]),
  )

export function createLogs({ orm }: Database) {
  return {
    /** A page of a stream, newest first. */
    async page(query: LogQuery): Promise<IndexedLog[]> {
      const rows = await orm.all<Row>(sql`${ROWS} where ${isListed(query)} ${NEWEST_FIRST} limit ${query.limit}`)
      return rows.map(toLog)
    },

    /** The oldest log of one address, or of one address and first argument. */
    async first(chain: number, stream: string, of: NonNullable<LogQuery['of']>): Promise<IndexedLog | null> {
      const [row] = await orm
        .select()
        .from(logs)
        .where(
          and(
            eq(logs.chain, chain),
            eq(logs.stream, stream),
            eq(logs.address, lower(of.address)),
            of.topic1 && eq(logs.topic1, of.topic1),
          ),
        )
        .orderBy(asc(logs.blockNumber), asc(logs.logIndex))
        .limit(1)
      return row ? toLog(row) : null
    },

    /** Logs of one address between two blocks, both included, oldest first. */
    async between(
      chain: number,
      stream: string,
      address: Address,
      blocks: { first: number; last: number },
    ): Promise<IndexedLog[]> {
      const rows = await orm
        .select()
        .from(logs)
        .where(
          and(
            eq(logs.chain, chain),
            eq(logs.stream, stream),
            eq(logs.address, lower(address)),
            between(logs.blockNumber, blocks.first, blocks.last),
          ),
        )
        .orderBy(asc(logs.blockNumber), asc(logs.logIndex))
      return rows.map(toLog)
    },

    /**
     * Logs of one address from a position up to a block, oldest first, their data cut to so many characters: for readers
     * who work through all of them, whatever strangers wrote.
     */
    async following(
      chain: number,
      stream: string,
      address: Address,
      range: { from: LogPosition; last: number; limit: number; dataCharacters: number },
    ): Promise<IndexedLog[]> {
      const { from, last, limit, dataCharacters } = range
      const rows = await orm
        .select({ ...getTableColumns(logs), data: sql<Hex>`substr(${logs.data}, 1, ${dataCharacters})` })
        .from(logs)
        .where(
          and(
            eq(logs.chain, chain),
            eq(logs.stream, stream),
            eq(logs.address, lower(address)),
            sql`(${logs.blockNumber}, ${logs.logIndex}) >= (${from.blockNumber}, ${from.logIndex})`,
            lte(logs.blockNumber, last),
          ),
        )
        .orderBy(asc(logs.blockNumber), asc(logs.logIndex))
        .limit(limit)
      return rows.map(toLog)
    },

    /** The logs of some streams in the blocks of a page, oldest first: read at the same time as the page. */
    async beside(query: LogQuery, streams: readonly string[]): Promise<IndexedLog[]> {
      if (streams.length === 0) return []
      const page = sql`select block_number from logs where ${isListed(query)} ${NEWEST_FIRST} limit ${query.limit}`
      const rows = await orm.all<Row>(sql`${ROWS}
        where ${eq(logs.chain, query.chain)} and ${inArray(logs.stream, [...streams])} and block_number in (${page})
        order by block_number, log_index`)
      return rows.map(toLog)
    },

    /** How many logs of one event a stream has, up to a block. */
    async count(chain: number | SQL<number>, stream: string, topic0: Hex, toBlock: number): Promise<number> {
      const [row] = await orm
        .select({ n: sql<number>`count(*)` })
        .from(logs)
        .where(
          and(eq(logs.chain, chain), eq(logs.stream, stream), lte(logs.blockNumber, toBlock), eq(logs.topic0, topic0)),
        )
      return row?.n ?? 0
    },
  }
}

const toLog = (row: Row): IndexedLog => ({
  stream: row.stream,
  blockNumber: row.blockNumber,
  logIndex: row.logIndex,
  blockHash: row.blockHash,
  blockTime: row.blockTime,
  txHash: row.txHash,
  address: row.address,
  topics: [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => topic ?? []),
  data: row.data,
})
