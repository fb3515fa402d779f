import { pad, toHex, type Hash } from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { indexSection } from '../../../functions/vault/status/indexSection.ts'
import { createStore, type Store } from '../../../functions/core/store/createStore.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'
import { prepared } from '../../support/useNet.ts'

const CHAIN = 31337
const hash = (n: number): Hash => pad(toHex(n), { size: 32 })
/** Unix seconds and number of the newest block. */
const [TIME, HEAD] = [1_780_000_000, 500]

let store: Store
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  store = createStore(d1)
})

/** An index that has everything, of the chain with genesis hash 1. */
beforeEach(async () => {
  await d1.batch(['chains', 'index_streams'].map((name) => d1.prepare(`delete from ${name}`)))
  const head = { number: HEAD, hash: hash(9), time: TIME }
  const chain = await store.logIndex.openChain({ chainId: CHAIN, genesis: hash(1), head, now: TIME })
  await d1
    .prepare(
      `insert into index_streams (chain, stream, cohort, topics, from_block, next_block, checkpoint_hash, checkpoint_time,
        span, updated_at)
      select ?, value, 0, '', 0, ?, ?, ?, 100, ? from json_each('["gauge", "vaults"]')`,
    )
    .bind(chain, HEAD + 1, hash(9), TIME, TIME)
    .run()
  await d1.prepare('update chains set listed_number = ?, listed_time = ?').bind(HEAD, TIME).run()
})

interface Given {
  readonly seconds?: number
  readonly genesis?: Hash | null
  readonly isRead?: boolean
}

async function checks({ seconds = TIME, genesis = hash(1), isRead = true }: Given = {}) {
  const asOf = { chainId: CHAIN, blockNumber: String(HEAD), timestamp: TIME, source: 'rpc' } as const
  const reads = isRead ? { asOf, genesis, count: null, code: null } : null
  return indexSection(await store.logIndex.progress(CHAIN), reads, seconds).checks
}
const statuses = async (...given: Parameters<typeof checks>) => (await checks(...given)).map(({ status }) => status)

test('an index that has everything passes', async () => {
  expect(await statuses()).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
})

test('one that has not looked for three minutes is dead', async () => {
  expect(await statuses({ seconds: TIME + 180 })).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
  expect(await statuses({ seconds: TIME + 181 })).toEqual(['pass', 'fail', 'pass', 'pass', 'pass'])
})

test('one of another chain is useless, as only a node shows', async () => {
  expect(await statuses({ genesis: hash(2) })).toEqual(['pass', 'pass', 'fail', 'pass', 'pass'])
  for (const unread of [{ genesis: null }, { isRead: false }])
    expect(await statuses(unread)).toEqual(['pass', 'pass', 'warn', 'pass', 'pass'])
})

test('its slowest stream and its list may be ten minutes behind', async () => {
  const late = (seconds: number) =>
    d1.batch([
      d1
        .prepare(`update index_streams set next_block = 101, checkpoint_time = ? where stream = 'gauge'`)
        .bind(TIME - seconds),
      d1.prepare('update chains set listed_time = ?').bind(TIME - seconds),
    ])
  await late(600)
  expect(await statuses()).toEqual(['pass', 'pass', 'pass', 'pass', 'pass'])
  await late(601)
  expect(await checks()).toMatchObject([
    {},
    {},
    {},
    { status: 'warn', details: 'gauge: 400 blocks behind the newest block' },
    { status: 'warn', details: 'As of block 500' },
  ])
})

test('one that has only begun has neither streams nor a list', async () => {
  await d1.batch([
    d1.prepare('update index_streams set checkpoint_hash = null, checkpoint_time = null, next_block = 0'),
    d1.prepare('update chains set listed_number = 0, listed_time = 0'),
  ])
  expect(await statuses()).toEqual(['pass', 'pass', 'pass', 'warn', 'warn'])
  await d1.prepare('delete from index_streams').run()
  expect(await statuses()).toEqual(['pass', 'pass', 'pass', 'warn', 'warn'])
  await d1.prepare('delete from chains').run()
  expect(await statuses()).toEqual(['pass', 'warn', 'warn', 'warn', 'warn'])
})
