import { pad, toHex, type Address } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import type { LogPosition } from '../../shared/chain/IndexedLog.ts'
import { queryPlan } from './queryPlan.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const ROWS = 100_000
const address = (n: number): Address => pad(toHex(n + 1), { size: 20 })
const topic = (n: number) => pad(toHex(n), { size: 32 })

let store: Store
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  store = createStore(d1)
  // Two events a block; addresses 0 and 1 in turn; four first topics.
  await d1
    .prepare(
      `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, data)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
    select 1, 's', i / 2, i % 2, '0x', i, '0x', printf('0x%040x', i % 2 + 1), '0xe', printf('0x%064x', i % 8), '0x' from n`,
    )
    .bind(ROWS)
    .run()
})

const lists = {
  stream: { chain: 1, stream: 's' },
  'stream and address': { chain: 1, stream: 's', of: { address: address(1) } },
  'stream, address and first argument': { chain: 1, stream: 's', of: { address: address(1), topic1: topic(5) } },
}

describe.each(Object.entries(lists))('a list by %s', (_, list) => {
  it('gives every row once, newest first', async () => {
    const seen: LogPosition[] = []
    for (let pages = 0; pages < 4; pages++)
      seen.push(...(await store.logs.page({ ...list, limit: 50, before: seen.at(-1) })))
    const keys = seen.map((l) => l.blockNumber * 10 + l.logIndex)
    expect(new Set(keys).size).toBe(200)
    expect(keys).toEqual([...keys].sort((a, b) => b - a))
  })

  it('finds a deep page by an index seek', async () => {
    const plan = await queryPlan(d1, (spied) =>
      createStore(spied).logs.page({ ...list, limit: 50, before: { blockNumber: 1000, logIndex: 0 } }),
    )
    expect(plan).toMatch(
      /^SEARCH logs USING INDEX \S+ \(chain=\? AND stream=\?.* AND \(block_number,log_index\)<\(\?,\?\)\)$/,
    )
  })
})
