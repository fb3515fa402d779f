import { type SQL, sql } from 'drizzle-orm'
import { type Address, getAddress, hexToBigInt, type Hex, pad } from 'viem'
import { logs } from '../../../drizzle/logs.ts'
import { listed } from '../../../shared/store/columnsOf.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'
import { lower } from '../../../shared/text/address.ts'

/** Logs of a wallet, up to a block of the index. */
export interface WalletLogQuery {
  /** Id of the chain's row. */
  readonly chain: number
  readonly wallet: Address
  readonly toBlock: number
  readonly limit: number
}

/** An event of a wallet; its time in unix seconds. */
export interface WalletLog {
  readonly blockNumber: number
  readonly blockTime: number
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

export type WalletLogs = ReturnType<typeof createWalletLogs>

/**
 * A wallet's events in the log index, by their second indexed argument; each list is one index seek. Every method
 * throws store_unavailable.
 */
export function createWalletLogs(d1: D1Database) {
  const { all } = openStoredDatabase(d1)
  /** `stream` is a literal: each index covers one, which the planner must see. */
  const ofWallet = (stream: SQL, { chain, wallet, toBlock }: WalletLogQuery) =>
    sql`from logs where chain = ${chain} and stream = ${stream} and topic2 = ${pad(lower(wallet))}
      and block_number <= ${toBlock}`

  return {
    /** Its newest bids: the auction and the id of each. */
    async bids(query: WalletLogQuery): Promise<{ auction: Address; bidId: bigint }[]> {
      const rows = await all<{ address: Address; topic1: Hex }>(sql`select address, topic1
        ${ofWallet(sql`'auction-bids'`, query)} order by block_number desc, log_index desc limit ${query.limit}`)
      return rows.map(({ address, topic1 }) => ({ auction: getAddress(address), bidId: hexToBigInt(topic1) }))
    },

    /** Its newest lottery entries at a manager, and how many there are, counted up to a bound. */
    async tickets(
      manager: Address,
      query: WalletLogQuery & { readonly most: number },
    ): Promise<{ newest: WalletLog[]; count: number }> {
      const own = sql`${ofWallet(sql`'lottery-entries'`, query)} and ${isOf(manager)}`
      const [rows, [counted]] = await Promise.all([
        all<Row>(sql`select ${COLUMNS} ${own} order by block_number desc, log_index desc limit ${query.limit}`),
        all<{ n: number }>(sql`select count(*) as n from (select 1 ${own} limit ${query.most})`),
      ])
      const newest = rows.map(({ topic0, topic1, topic2, ...log }) => ({
        ...log,
        topics: [topic0, topic1, topic2],
      }))
      return { newest, count: counted?.n ?? 0 }
    },
  }
}

/** The plus keeps this term from an index: the planner would look through all logs of the contract for those of a wallet. */
const isOf = (contract: Address): SQL => sql`+address = ${lower(contract)}`

interface Row extends Omit<WalletLog, 'topics'> {
  readonly topic0: Hex
  readonly topic1: Hex
  readonly topic2: Hex
}

const { blockNumber, blockTime, address, topic0, topic1, topic2, data } = logs
const COLUMNS = listed({ blockNumber, blockTime, address, topic0, topic1, topic2, data })
