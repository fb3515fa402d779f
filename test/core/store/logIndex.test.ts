import { pad, toHex, type Address, type Hash } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createStore, type Store } from '../../../functions/core/store/createStore.ts'
import type { BlockMark, IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'
import { prepared } from '../../support/useNet.ts'

const A: Address = '0x00000000000000000000000000000000000000Aa'
const B: Address = '0x00000000000000000000000000000000000000bB'
const hash = (n: number, fork = 0): Hash => pad(toHex(n + fork * 1_000_000), { size: 32 })
const block = (number: number, fork = 0): BlockMark => ({
  number,
  hash: hash(number, fork),
  time: 1_000_800 + number * 60,
})
const log = (blockNumber: number, logIndex: number, more: Partial<IndexedLog> = {}): IndexedLog => ({
  stream: 's',
  blockNumber,
  logIndex,
  blockHash: hash(blockNumber),
  blockTime: block(blockNumber).time,
  txHash: hash(7),
  address: A,
  topics: [hash(1), pad(B)],
  data: '0x',
  ...more,
})

let store: Store
let genesis = 0
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  store = createStore(d1)
})

/** A chain of its own with one stream `s` of address A from block 10. */
async function begin() {
  const chain = await store.logIndex.openChain({
    chainId: 31337,
    genesis: hash(++genesis),
    head: block(100),
    now: 1000 + genesis,
  })
  const cohort = { stream: 's', cohort: 0, topics: '', fromBlock: 10, span: 100, addresses: [A] }
  await store.logIndex.addCohort(await store.logIndex.read(chain), cohort, 1000)
  return chain
}
const advance = (to: BlockMark, cohort = 0) => ({
  stream: 's',
  cohort,
  nextBlock: to.number + 1,
  span: 100,
  checkpoint: to,
})
const range = (l: IndexedLog, to: BlockMark) => ({
  logs: [l],
  advances: [advance(to)],
  marks: [to],
  hourly: new Set(['s']),
  now: 2000,
})
const commit = async (chain: number, logs: IndexedLog[], to: BlockMark) =>
  store.logIndex.commit(await store.logIndex.read(chain), {
    logs,
    advances: [advance(to)],
    marks: [to],
    hourly: new Set(['s']),
    now: 2000,
  })

describe('a commit', () => {
  it('stores logs and checkpoint together', async () => {
    const chain = await begin()
    expect(await commit(chain, [log(11, 0), log(12, 3)], block(20))).toBe(true)
    const [cohort] = (await store.logIndex.read(chain)).cohorts
    expect(cohort).toMatchObject({ nextBlock: 21, checkpoint: block(20), addresses: [A.toLowerCase()] })
    const page = await store.logs.page({ chain, stream: 's', limit: 10 })
    expect(page.map((l) => [l.blockNumber, l.logIndex])).toEqual([
      [12, 3],
      [11, 0],
    ])
    expect(page[0]).toEqual({ ...log(12, 3), address: A.toLowerCase() })
  })

  it('writes nothing at all when another commit came first', async () => {
    const chain = await begin()
    const state = await store.logIndex.read(chain)
    const won = await Promise.all([
      store.logIndex.commit(state, range(log(11, 0), block(20))),
      store.logIndex.commit(state, range(log(15, 0), block(30, 1))),
    ])
    expect(won.filter(Boolean)).toHaveLength(1)
    const after = await store.logIndex.read(chain)
    const kept = won[0] ? block(20) : block(30, 1)
    expect(after.cohorts[0]?.checkpoint).toEqual(kept)
    expect(await store.logs.page({ chain, stream: 's', limit: 10 })).toHaveLength(1)
    expect(await store.logIndex.marksUpTo(chain, 1000, 10)).toEqual([kept])
    expect(await store.logHours.stale(chain, 's', 10)).toHaveLength(1)
  })

  it('is idempotent by key', async () => {
    const chain = await begin()
    await commit(chain, [log(11, 0)], block(20))
    await store.logIndex.restart(await store.logIndex.read(chain), 's', { topics: '', fromBlock: 10 })
    expect((await store.logIndex.read(chain)).cohorts[0]).toMatchObject({ nextBlock: 10, checkpoint: null })
    await commit(chain, [log(11, 0)], block(20))
    expect(await store.logs.page({ chain, stream: 's', limit: 10 })).toHaveLength(1)
  })

  it('keeps the newest 256 range ends', async () => {
    const chain = await begin()
    await d1
      .prepare(
        `insert into index_blocks (chain, number, hash, time)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 298) select ?, i, '0x', i from n`,
      )
      .bind(chain)
      .run()
    await commit(chain, [], block(299))
    const marks = await store.logIndex.marksUpTo(chain, 1e6, 1000)
    expect(marks).toHaveLength(256)
    expect(marks[0]?.number).toBe(299)
  })

  it('takes logs larger than one statement may bind', async () => {
    const chain = await begin()
    const data = toHex('x'.repeat(300_000))
    expect(
      await commit(
        chain,
        [log(11, 0, { data }), log(11, 1, { data }), log(11, 2, { data }), log(11, 3, { data })],
        block(90),
      ),
    ).toBe(true)
    const page = await store.logs.page({ chain, stream: 's', limit: 9 })
    expect(page.map((l) => l.data.length)).toEqual(Array.from({ length: 4 }, () => data.length))
  })

  it('cuts the data of a log that no row can hold, so that it does not hold up the others', async () => {
    const chain = await begin()
    const state = await store.logIndex.read(chain)
    const endless = log(20, 0, { data: `0x${'ab'.repeat(1_500_000)}` })
    expect(await store.logIndex.commit(state, range(endless, block(20)))).toBe(true)
    const [stored] = await store.logs.page({ chain, stream: 's', limit: 9 })
    expect(stored?.data).toMatch(/^0x(ab)+$/)
    expect(stored?.data.length).toBe(1_900_000)
  })

  it('takes thousands of logs in one batch', async () => {
    const chain = await begin()
    const many = Array.from({ length: 3000 }, (_, i) => log(11 + Math.floor(i / 50), i % 50))
    expect(await commit(chain, many, block(90))).toBe(true)
    const { results } = await d1.prepare('select count(*) n from logs where chain = ?').bind(chain).all()
    expect(results).toEqual([{ n: 3000 }])
  })
})

describe('a rollback', () => {
  it('forgets what lies above the ancestor, in every cohort, and makes its hours stale', async () => {
    const chain = await begin()
    await commit(chain, [log(11, 0)], block(20))
    await commit(chain, [log(25, 0)], block(30))
    await store.logIndex.addCohort(
      await store.logIndex.read(chain),
      { stream: 's', cohort: 1, topics: '', fromBlock: 10, span: 100, addresses: [B] },
      0,
    )
    const state = await store.logIndex.read(chain)
    await store.logHours.write(
      state,
      's',
      (await store.logHours.stale(chain, 's', 9)).map((h) => ({ ...h, totals: {} })),
    )
    expect(await store.logHours.stale(chain, 's', 9)).toEqual([])

    expect(await store.logIndex.rollBack(state, block(20))).toBe(true)
    const after = await store.logIndex.read(chain)
    expect(after.cohorts.map((c) => [c.nextBlock, c.checkpoint])).toEqual([
      [21, block(20)],
      [10, null],
    ])
    expect((await store.logs.page({ chain, stream: 's', limit: 9 })).map((l) => l.blockNumber)).toEqual([11])
    expect(await store.logIndex.marksUpTo(chain, 100, 9)).toEqual([block(20)])
    expect(await store.logHours.stale(chain, 's', 9)).not.toEqual([])
  })

  it('without a common ancestor restarts every stream', async () => {
    const chain = await begin()
    await commit(chain, [log(11, 0)], block(20))
    await store.logIndex.rollBack(await store.logIndex.read(chain), null)
    expect((await store.logIndex.read(chain)).cohorts[0]).toMatchObject({ nextBlock: 10, checkpoint: null })
    expect(await store.logs.page({ chain, stream: 's', limit: 9 })).toEqual([])
  })

  it('below a stream’s first block leaves no checkpoint', async () => {
    const chain = await begin()
    await commit(chain, [], block(20))
    await store.logIndex.rollBack(await store.logIndex.read(chain), block(5))
    expect((await store.logIndex.read(chain)).cohorts[0]).toMatchObject({ nextBlock: 10, checkpoint: null })
  })
})

describe('cohorts', () => {
  it('merge into one that holds all addresses', async () => {
    const chain = await begin()
    await store.logIndex.addCohort(
      await store.logIndex.read(chain),
      { stream: 's', cohort: 1, topics: '', fromBlock: 10, span: 100, addresses: [B] },
      0,
    )
    await store.logIndex.merge(await store.logIndex.read(chain), { stream: 's', cohort: 1 }, { stream: 's', cohort: 0 })
    const { cohorts } = await store.logIndex.read(chain)
    expect(cohorts.map((c) => c.addresses)).toEqual([[A.toLowerCase(), B.toLowerCase()]])
  })
})

describe('hours', () => {
  it('are not written over a commit that came in between', async () => {
    const chain = await begin()
    await commit(chain, [log(11, 0)], block(20))
    const state = await store.logIndex.read(chain)
    const hours = await store.logHours.stale(chain, 's', 9)
    await commit(chain, [log(21, 0)], block(22))
    expect(
      await store.logHours.write(
        state,
        's',
        hours.map((h) => ({ ...h, totals: { x: '1' } })),
      ),
    ).toBe(false)
    expect(await store.logHours.stale(chain, 's', 9)).toMatchObject([{ firstBlock: 11, lastBlock: 21 }])
  })
})

describe('another genesis under the same chain id', () => {
  it('starts over, is the one that is read, and the old rows are taken away', async () => {
    const old = await begin()
    await commit(old, [log(11, 0)], block(20))
    const fresh = await begin()
    expect(fresh).not.toBe(old)
    expect(await store.logIndex.status(31337)).toMatchObject({ id: fresh })
    for (let runs = 0; runs < 10; runs++) await store.prune.replaced(fresh)
    const { results } = await d1.prepare('select (select count(*) from logs) l, (select count(*) from chains) c').all()
    expect(results).toEqual([{ l: 0, c: 1 }])
  })
})

describe('retention', () => {
  it('deletes the oldest logs of a stream and keeps the rest', async () => {
    const chain = await begin()
    await commit(chain, [log(11, 0), log(12, 0), log(40, 0)], block(50))
    await store.prune.expired(chain, { s: 100 }, block(40).time)
    expect((await store.logs.page({ chain, stream: 's', limit: 9 })).map((l) => l.blockNumber)).toEqual([40])
  })
})
