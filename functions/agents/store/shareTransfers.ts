import { sql } from 'drizzle-orm'
import { type Address, getAddress, type Hex, pad, slice } from 'viem'
import { logs } from '../../../drizzle/logs.ts'
import { lower } from '../../../shared/text/address.ts'
import { listed } from '../../../shared/store/columnsOf.ts'
import { openDatabase } from '../../../shared/store/database.ts'

/** One Transfer of a token; its time, in unix seconds, is null if a node did not send it. */
export interface ShareTransfer {
  readonly blockNumber: number
  readonly logIndex: number
  readonly blockTime: number | null
  readonly from: Address
  readonly to: Address
  readonly value: bigint
}

export interface TransferQuery {
  /** Id of the chain's row. */
  readonly chain: number
  readonly token: Address
  readonly wallet: Address
  /** The last block that counts. */
  readonly toBlock: number
  /** Unix seconds; older ones are left out. */
  readonly since: number
  readonly limit: number
}

export type ShareTransferStore = ReturnType<typeof createShareTransfers>

/** Indexed transfers of share tokens, in D1. */
export function createShareTransfers(d1: D1Database) {
  const { orm } = openDatabase(d1)
  return {
    /**
     * Transfers by and to a wallet, newest first, each once. Transfers of nothing are left out: anybody can
     * make them in a wallet's name.
     */
    async of({ chain, token, wallet, toBlock, since, limit }: TransferQuery): Promise<ShareTransfer[]> {
      const party = pad(lower(wallet))
      // The index by receiver covers this stream alone, which the planner must see as a literal.
      const ofToken = sql`from logs where chain = ${chain} and stream = 'shares' and address = ${lower(token)}`
      const counting = sql`and block_number <= ${toBlock} and block_time >= ${since} and data <> ${NOTHING}`
      const rows = await orm.all<Row>(sql`select ${COLUMNS} ${ofToken} and topic1 = ${party} ${counting}
        union all select ${COLUMNS} ${ofToken} and topic2 = ${party} and topic1 <> ${party} ${counting}
        order by blockNumber desc, logIndex desc limit ${limit}`)
      return rows.map(({ topic1, topic2, data, ...position }) => ({
        ...position,
        from: addressIn(topic1),
        to: addressIn(topic2),
        value: BigInt(data),
      }))
    },
  }
}

interface Row {
  readonly blockNumber: number
  readonly logIndex: number
  readonly blockTime: number
  readonly topic1: Hex
  readonly topic2: Hex
  readonly data: Hex
}

const { blockNumber, logIndex, blockTime, topic1, topic2, data } = logs
const COLUMNS = listed({ blockNumber, logIndex, blockTime, topic1, topic2, data })

/** A value of zero, as the event encodes it. */
const NOTHING = pad('0x0', { size: 32 })

const addressIn = (topic: Hex): Address => getAddress(slice(topic, 12))
