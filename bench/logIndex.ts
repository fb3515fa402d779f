import { concat, numberToHex, pad, type Address, type Hex } from 'viem'
import { SYNC_BOUNDS, type LogStream } from '../functions/core/logIndex/LogStream.ts'
import { syncLogs } from '../functions/core/logIndex/syncLogs.ts'
import { createStore, type Store } from '../functions/core/store/createStore.ts'
import type { LogPosition } from '../shared/chain/IndexedLog.ts'
import { EVENT, openEventChain } from '../test/core/logIndexChain.ts'
import { MIGRATIONS, openMigratedD1 } from '../test/store/openMigratedD1.ts'
import { latency } from './load.ts'

const EMITTER: Address = '0x00000000000000000000000000000000000000aa'
const PAGE = 100
/** Events of a burst; the empty blocks after it are mined in one go. */
const BURST = 10

export interface CatchUp {
  readonly blocks: number
  readonly events: number
  readonly seconds: number
  readonly requests: number
  readonly runs: number
  /** Most that the heap grew over what it held before, in MiB, looked at after each run. */
  readonly heapMiB: number
  /** Seconds that the node alone takes to answer the same ranges. */
  readonly nodeSeconds: number
}

/** Fills an empty index from a chain with so many events and nineteen empty blocks for each, with the bounds of the schedule. */
export async function catchUp(events: number): Promise<CatchUp> {
  const chain = await openEventChain({ timestamp: 1_700_000_000 })
  const { d1, close } = await openMigratedD1(MIGRATIONS)
  try {
    await chain.emitter(EMITTER)
    const accounts = await chain.ask('eth_accounts')
    const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined
    for (let value = 0; value < events; value++) {
      const data = concat([EVENT, pad('0x01'), numberToHex(value, { size: 32 })])
      await chain.ask('eth_sendTransactionSync', { from, to: EMITTER, data, gas: '0x186a0' })
      if (value % BURST === BURST - 1) await chain.mine(19 * BURST)
    }
    const blocks = await chain.head()
    const stream: LogStream = { name: 's', addresses: [EMITTER], events: [EVENT], fromBlock: 0, hourly: true }
    const nodeSeconds = await readAlone(chain.ask, blocks)

    const index = createStore(d1).logIndex
    const heap = process.memoryUsage().heapUsed
    const started = performance.now()
    const sum = { requests: 0, events: 0, runs: 0 }
    let most = 0
    for (let outcome = 'more'; outcome !== 'current'; sum.runs++) {
      const options = { rpc: chain.rpc, index, chainId: 31337, streams: [stream], clock: Date.now }
      const report = await syncLogs({ ...options, bounds: SYNC_BOUNDS })
      sum.requests += report.requests
      sum.events += report.logs
      most = Math.max(most, process.memoryUsage().heapUsed - heap)
      outcome = report.outcome
    }
    const seconds = (performance.now() - started) / 1000
    if (sum.events !== events) throw new Error(`${sum.events} of ${events} events are in the index`)
    return { blocks, seconds, nodeSeconds, heapMiB: most / 2 ** 20, ...sum }
  } finally {
    await close()
    await chain.anvil.stop()
  }
}

async function readAlone(ask: (method: string, ...params: unknown[]) => Promise<unknown>, blocks: number) {
  const started = performance.now()
  for (let block = 0; block <= blocks; block += SYNC_BOUNDS.span) {
    const range = { fromBlock: hex(block), toBlock: hex(Math.min(blocks, block + SYNC_BOUNDS.span - 1)) }
    await ask('eth_getLogs', { address: EMITTER, topics: [EVENT], ...range })
  }
  return (performance.now() - started) / 1000
}

const hex = (n: number): Hex => numberToHex(n)

/** Median milliseconds of the first page and of page 1 000, of a hundred rows each, in a list of 100 000 rows. */
export async function pageDepths(): Promise<{ name: string; first: number; deep: number }[]> {
  const { d1, close } = await openMigratedD1(MIGRATIONS)
  try {
    const rows = 1000 * PAGE
    await d1
      .prepare(
        `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, data)
        with recursive n(i) as (select 0 union all select i + 1 from n where i < ? - 1)
        select 1, 's', i / 2, i % 2, '0x', i, '0x', ?, ?, ?, '0x' from n`,
      )
      .bind(rows, EMITTER, EVENT, pad('0x01'))
      .run()
    const store = createStore(d1)
    // Row i of the list, newest first, is log rows - 1 - i.
    const last = rows - 999 * PAGE
    const before = { blockNumber: Math.floor(last / 2), logIndex: last % 2 }
    const of = { address: EMITTER, topic1: pad('0x01') }
    const lists = { 'a stream': undefined, 'an address': { address: EMITTER }, 'an address and a first argument': of }
    const depths: { name: string; first: number; deep: number }[] = []
    for (const [name, by] of Object.entries(lists)) {
      const times = await latency({ first: () => page(store, by), deep: () => page(store, by, before) })
      depths.push({ name, ...times })
    }
    return depths
  } finally {
    await close()
  }
}

async function page(store: Store, of?: { address: Address; topic1?: Hex }, before?: LogPosition): Promise<void> {
  const rows = await store.logs.page({ chain: 1, stream: 's', of, before, limit: PAGE })
  if (rows.length !== PAGE) throw new Error(`a page has ${rows.length} rows`)
}
