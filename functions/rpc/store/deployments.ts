import { sql } from 'drizzle-orm'
import { type Address, type Hex, pad } from 'viem'
import { lower } from '../../../shared/text/address.ts'
import { openStoredDatabase } from '../../../shared/store/StoredDatabase.ts'

/** An event of the deployment batcher as it was logged. */
export interface DeploymentLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
}

interface Row {
  readonly topic0: Hex
  readonly topic1: Hex
  readonly topic2: Hex
  readonly data: Hex
}

export type DeploymentStore = ReturnType<typeof createDeployments>

/** Indexed events of the deployment batcher, in D1. Throws store_unavailable. */
export function createDeployments(d1: D1Database) {
  const { all } = openStoredDatabase(d1)
  return {
    /** Deployments for an owner, the newest first, up to a block; `chain` is the id of the chain's row. */
    async of(query: { chain: number; batcher: Address; owner: Address; toBlock: number; limit: number }) {
      const { chain, batcher, owner, toBlock, limit } = query
      // The index by owner covers this stream alone, which the planner must see as a literal.
      const rows = await all<Row>(sql`select topic0, topic1, topic2, data from logs where chain = ${chain}
        and stream = 'deployments' and address = ${lower(batcher)} and topic2 = ${pad(lower(owner))}
        and block_number <= ${toBlock} order by block_number desc, log_index desc limit ${limit}`)
      return rows.map(({ topic0, topic1, topic2, data }): DeploymentLog => ({ topics: [topic0, topic1, topic2], data }))
    },
  }
}
