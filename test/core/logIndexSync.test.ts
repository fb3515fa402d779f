import { hexToNumber, numberToHex, pad, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SYNC_BOUNDS, type LogStream, type SyncBounds } from '../../functions/core/logIndex/LogStream.ts'
import { syncLogs } from '../../functions/core/logIndex/syncLogs.ts'
import type { Rpc } from '../../shared/chain/rpc.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { EVENT, openEventChain, openNarrowProvider, OTHER_EVENT } from './logIndexChain.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const A: Address = '0x00000000000000000000000000000000000000aa'
const B: Address = '0x00000000000000000000000000000000000000bb'

/** Emits LOG0 with as many bytes as the calldata says. */
const EMITTER_OF_BYTES: Hex = '0x6000356000a000'

type EventChain = Awaited<ReturnType<typeof openEventChain>>

/** One chain for all tests, which each go on from its first block with an empty index. */
let shared: EventChain
beforeAll(async () => {
  shared = await openEventChain({ timestamp: 1_700_000_000 })
  await shared.emitter(A)
  await shared.emitter(B)
})
afterAll(() => shared.anvil.stop())

let d1: D1Database
let store: Store
beforeEach(async () => {
  d1 = await migratedD1()
  store = createStore(d1)
})

async function withChain(test: (chain: EventChain) => Promise<void>): Promise<void> {
  const snapshot = await shared.ask('evm_snapshot')
  try {
    await test(shared)
  } finally {
    await shared.goBack(snapshot)
  }
}

const stream = (more: Partial<LogStream> = {}): LogStream => ({
  name: 's',
  addresses: [A],
  events: [EVENT],
  fromBlock: 0,
  hourly: true,
  ...more,
})

const sync = (
  rpc: Rpc,
  {
    streams = [stream()],
    bounds = {},
    index = store.logIndex,
  }: { streams?: LogStream[]; bounds?: Partial<SyncBounds>; index?: Store['logIndex'] } = {},
) => syncLogs({ rpc, index, chainId: 31337, streams, clock: Date.now, bounds: { ...SYNC_BOUNDS, ...bounds } })

/** Values in the index of a chain, oldest first. */
async function values(chain: number, name = 's'): Promise<number[]> {
  const page = await store.logs.page({ chain, stream: name, limit: 500 })
  return page.map((log) => hexToNumber(log.data)).toReversed()
}

describe('a run', () => {
  it('stores the events of each stream up to the head, and the next run goes on from there', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.emit(A, 2, { event: OTHER_EVENT })
      await chain.emit(B, 3, { topic: pad(A) })
      const streams = [stream(), stream({ name: 't', addresses: [A, B], events: [] })]
      const first = await sync(chain.rpc, { streams })
      expect(first).toMatchObject({ outcome: 'current', logs: 4, rolledBack: [], requests: 2 })
      await chain.emit(B, 4)
      const second = await sync(chain.rpc, { streams })
      expect(second).toMatchObject({ outcome: 'current', logs: 1, requests: 2 })
      expect(await values(first.chain)).toEqual([1])
      expect(await values(first.chain, 't')).toEqual([1, 2, 3, 4])

      const [log] = await store.logs.page({
        chain: first.chain,
        stream: 't',
        of: { address: B, topic1: pad(A) },
        limit: 5,
      })
      const [block] = await chain.rpc.send([{ method: 'eth_getBlockByNumber', params: ['0x3', false] }])
      expect(block).toMatchObject({ result: { hash: log?.blockHash, timestamp: `0x${log?.blockTime.toString(16)}` } })
    }))

  it('that finds nothing new asks once and writes no log', () =>
    withChain(async (chain) => {
      await sync(chain.rpc)
      expect(await sync(chain.rpc)).toMatchObject({ outcome: 'current', logs: 0, requests: 1 })
    }))

  it('ends at its bounds and says that there is more', () =>
    withChain(async (chain) => {
      await chain.mine(1000)
      await chain.emit(A, 1)
      const bounds = { requests: 3, span: 100, ranges: 2 }
      expect(await sync(chain.rpc, { bounds })).toMatchObject({ outcome: 'more', logs: 0, requests: 3 })
      const last = await sync(chain.rpc, { bounds: { ...bounds, requests: 40 } })
      expect(last).toMatchObject({ outcome: 'current', logs: 1 })
      expect(await values(last.chain)).toEqual([1])
    }))

  it('reads an address that joins later from the first block, and merges it with the others', () =>
    withChain(async (chain) => {
      await chain.emit(B, 1)
      await chain.mine(300)
      await chain.emit(A, 2)
      await sync(chain.rpc)
      const streams = [stream({ addresses: [A, B] })]
      const bounds = { span: 100 }
      const joined = await sync(chain.rpc, { streams, bounds })
      expect(joined).toMatchObject({ outcome: 'current', logs: 1 })
      expect(await values(joined.chain)).toEqual([1, 2])
      await chain.emit(B, 3)
      await sync(chain.rpc, { streams, bounds })
      expect(await values(joined.chain)).toEqual([1, 2, 3])
      expect((await store.logIndex.read(joined.chain)).cohorts).toMatchObject([{ addresses: [A, B] }])
    }))

  it('restarts a stream that lists other events', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.emit(A, 2, { event: OTHER_EVENT })
      await sync(chain.rpc)
      const { chain: id } = await sync(chain.rpc, { streams: [stream({ events: [EVENT, OTHER_EVENT] })] })
      expect(await values(id)).toEqual([1, 2])
    }))

  it('takes block times from headers where the node leaves them out of its logs', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.mine(3)
      const bare: Rpc = {
        nodes: 1,
        send: async (...call) =>
          JSON.parse(
            JSON.stringify(await chain.rpc.send(...call), (key, value: unknown) =>
              key === 'blockTimestamp' ? undefined : value,
            ),
          ),
      }
      const { chain: id } = await sync(bare)
      const [log] = await store.logs.page({ chain: id, stream: 's', limit: 1 })
      const [block] = await chain.rpc.send([{ method: 'eth_getBlockByNumber', params: ['0x1', false] }])
      expect(block).toMatchObject({ result: { timestamp: `0x${log?.blockTime.toString(16)}` } })
    }))
})

describe('a reorg', () => {
  it('takes the index back to the common ancestor and reads the new blocks', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      const { chain: id } = await sync(chain.rpc)
      const ancestor = await chain.head()
      const snapshot = await chain.ask('evm_snapshot')
      await chain.emit(A, 2)
      await sync(chain.rpc)
      await chain.emit(A, 3)
      await sync(chain.rpc)
      expect(await values(id)).toEqual([1, 2, 3])

      await chain.goBack(snapshot)
      for (const value of [4, 5, 6]) await chain.emit(A, value)
      expect(await sync(chain.rpc)).toMatchObject({ outcome: 'current', rolledBack: [ancestor], logs: 3 })
      expect(await values(id)).toEqual([1, 4, 5, 6])
    }))

  it('after a long range takes back the 64 blocks before the head that the run saw, and no more', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.mine(500)
      const snapshot = await chain.ask('evm_snapshot')
      await chain.emit(A, 2)
      await sync(chain.rpc)
      const head = await chain.head()

      await chain.goBack(snapshot)
      for (const value of [3, 4]) await chain.emit(A, value)
      const mended = await sync(chain.rpc)
      expect(mended).toMatchObject({ outcome: 'current', rolledBack: [head - 64], logs: 2 })
      expect(await values(mended.chain)).toEqual([1, 3, 4])
    }))

  it('is noticed on a chain that is shorter than the index, or just as long', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      const { chain: id } = await sync(chain.rpc)
      for (const grown of [1, 3]) {
        const snapshot = await chain.ask('evm_snapshot')
        for (const value of [7, 8, 9]) {
          await chain.emit(A, value)
          await sync(chain.rpc)
        }
        await chain.goBack(snapshot)
        for (let i = 0; i < grown; i++) await chain.emit(A, 10 * grown + i)
        expect((await sync(chain.rpc)).rolledBack).toHaveLength(1)
      }
      expect(await values(id)).toEqual([1, 10, 30, 31, 32])
    }))

  it('of the node’s own making leaves only what is on the chain', () =>
    withChain(async (chain) => {
      for (const value of [1, 2, 3, 4]) {
        await chain.emit(A, value)
        await sync(chain.rpc)
      }
      await chain.ask('anvil_reorg', 2, [])
      await chain.emit(A, 5)
      const { chain: id, rolledBack } = await sync(chain.rpc)
      expect(rolledBack).toEqual([2])
      const [onChain] = await chain.rpc.send([{ method: 'eth_getLogs', params: [{ address: A, fromBlock: '0x0' }] }])
      const expected =
        onChain && 'result' in onChain && Array.isArray(onChain.result)
          ? onChain.result.map((log) => hexToNumber(log.data))
          : null
      expect(await values(id)).toEqual(expected)
    }))

  it('that only takes blocks away takes them out of the index', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      const { chain: id } = await sync(chain.rpc)
      const snapshot = await chain.ask('evm_snapshot')
      await chain.mine(3)
      await chain.emit(A, 2)
      await sync(chain.rpc)
      await chain.goBack(snapshot)
      expect(await sync(chain.rpc)).toMatchObject({ outcome: 'current', rolledBack: [1] })
      expect(await values(id)).toEqual([1])
    }))

  it('differs from a node that is far behind, which is waited for', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await sync(chain.rpc)
      await chain.mine(100)
      await chain.emit(A, 2)
      const { chain: id } = await sync(chain.rpc)
      const late: Rpc = {
        nodes: 1,
        send: (calls, options) =>
          chain.rpc.send(
            calls.map((call) => (call.params[0] === 'latest' ? { ...call, params: ['0x1', false] } : call)),
            options,
          ),
      }
      expect(await sync(late)).toMatchObject({ outcome: 'behind', rolledBack: [] })
      expect(await values(id)).toEqual([1, 2])
    }))

  it('in the middle of a request keeps what was read out of the index', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      const { chain: id } = await sync(chain.rpc)
      const snapshot = await chain.ask('evm_snapshot')
      await chain.emit(A, 2)
      let requests = 0
      const turning: Rpc = {
        nodes: 1,
        async send(calls, options) {
          if (++requests < 2) return chain.rpc.send(calls, options)
          // The batch's last call, the second look at the last block, comes after the reorg.
          const early = await chain.rpc.send(calls.slice(0, -1), options)
          await chain.goBack(snapshot)
          await chain.emit(A, 3)
          return [...early, ...(await chain.rpc.send(calls.slice(-1), options))]
        },
      }
      expect(await sync(turning)).toMatchObject({ outcome: 'behind', logs: 0 })
      await sync(chain.rpc)
      expect(await values(id)).toEqual([1, 3])
    }))
})

describe('another chain at the same URL', () => {
  it('is indexed from the start', async () => {
    let old = 0
    await withChain(async (chain) => {
      await chain.emit(A, 1)
      old = (await sync(chain.rpc)).chain
    })
    const other = await openEventChain({ timestamp: 1_700_010_000 })
    try {
      await other.emitter(A)
      await other.emit(A, 2)
      const { chain: id } = await sync(other.rpc)
      expect(id).not.toBe(old)
      expect(await values(id)).toEqual([2])
      expect((await store.logIndex.status(31337))?.id).toBe(id)
    } finally {
      await other.anvil.stop()
    }
  })

  it('with another chain id is refused', () =>
    withChain(async (chain) => {
      const run = syncLogs({
        rpc: chain.rpc,
        index: store.logIndex,
        chainId: 1,
        streams: [],
        clock: Date.now,
        bounds: SYNC_BOUNDS,
      })
      await expect(run).rejects.toThrow('upstream_failed')
    }))
})

describe('a provider that refuses wide ranges', () => {
  it('gets narrower requests, and wider ones again when it answers', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.mine(300)
      await chain.emit(A, 2)
      let most = 30
      const provider = await openNarrowProvider(chain.anvil.url, () => most)
      try {
        const { chain: id } = await sync(provider.rpc, { bounds: { span: 200, ranges: 2 } })
        expect(await values(id)).toEqual([1, 2])
        expect(provider.ranges.filter((blocks) => blocks > 30).length).toBeGreaterThan(2)
        most = 1000
        await chain.mine(900)
        provider.ranges.length = 0
        await sync(provider.rpc, { bounds: { span: 200, ranges: 2 } })
        expect(Math.max(...provider.ranges)).toBe(200)
      } finally {
        provider.server.close()
      }
    }))

  it('and refuses a single block ends the run with an error', () =>
    withChain(async (chain) => {
      const provider = await openNarrowProvider(chain.anvil.url, () => 0)
      try {
        await chain.mine(4)
        await expect(sync(provider.rpc, { bounds: { span: 4 } })).rejects.toThrow('upstream_failed')
      } finally {
        provider.server.close()
      }
    }))
})

describe('an answer that is too long', () => {
  /** A megabyte and a half of logs in each block. */
  const emitLong = async (chain: EventChain, blocks: number) => {
    await chain.ask('anvil_setCode', B, EMITTER_OF_BYTES)
    const [from] = z.array(z.string()).parse(await chain.ask('eth_accounts'))
    const data = numberToHex(700_000, { size: 32 })
    for (let i = 0; i < blocks; i++)
      await chain.ask('eth_sendTransactionSync', { from, to: B, data, gas: numberToHex(15_000_000) })
  }
  const streams = [stream({ addresses: [B], events: [] })]
  const count = () => d1.prepare('select count(*) n from logs').first('n')

  it('is not read to its end, and the ranges become narrower', () =>
    withChain(async (chain) => {
      await chain.mine(100)
      await emitLong(chain, 6)
      expect(await sync(chain.rpc, { streams })).toMatchObject({ outcome: 'current', logs: 6 })
      expect(await count()).toBe(6)
    }))

  it('lets the ranges become wider again, when there are fewer logs', () =>
    withChain(async (chain) => {
      await emitLong(chain, 6)
      await chain.mine(1000)
      const bounds = { span: 400 }
      expect(await sync(chain.rpc, { streams, bounds })).toMatchObject({ outcome: 'current', logs: 6 })
      await chain.emit(A, 1)
      await sync(chain.rpc, { streams, bounds })
      expect((await store.logIndex.read(1)).cohorts).toMatchObject([{ span: 400 }])
    }))
})

describe('a run that has more to read', () => {
  it('reads the next ranges while it stores these', () =>
    withChain(async (chain) => {
      await chain.emit(A, 1)
      await chain.mine(300)
      let requests = 0
      let onRequest = () => {}
      const rpc: Rpc = {
        nodes: 1,
        send(calls, options) {
          if (calls.some((call) => call.method === 'eth_getLogs')) requests++
          onRequest()
          return chain.rpc.send(calls, options)
        },
      }
      let stored = 0
      const index: Store['logIndex'] = {
        ...store.logIndex,
        async commit(...range) {
          // The first window is stored only once the second one is requested.
          if (stored++ === 0 && requests < 2) await new Promise<void>((resolve) => (onRequest = resolve))
          return store.logIndex.commit(...range)
        },
      }
      const { chain: id } = await sync(rpc, { bounds: { span: 100, ranges: 1 }, index })
      expect(requests).toBeGreaterThan(2)
      expect(await values(id)).toEqual([1])
    }))
})

describe('a run that dies', () => {
  it('between ranges loses and doubles nothing', () =>
    withChain(async (chain) => {
      for (let value = 0; value < 12; value++) {
        await chain.emit(A, value)
        await chain.mine(20)
      }
      let alive = 0
      const dying: Rpc = {
        nodes: 1,
        send: (...call) => (alive-- > 0 ? chain.rpc.send(...call) : Promise.reject(new ApiError('upstream_failed'))),
      }
      const bounds = { span: 10, ranges: 2 }
      let id = 0
      for (let runs = 0; runs < 60; runs++) {
        alive = 3
        const done = await sync(dying, { bounds }).catch(() => null)
        if (done) id = done.chain
        if (done?.outcome === 'current') break
      }
      expect(await values(id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    }))

  it('by a node that does not answer in time asks for less the next time', () =>
    withChain(async (chain) => {
      await chain.mine(100)
      const slow: Rpc = {
        nodes: 1,
        send: (calls, options) =>
          calls.some((call) => call.method === 'eth_getLogs')
            ? Promise.reject(new ApiError('upstream_timeout'))
            : chain.rpc.send(calls, options),
      }
      await expect(sync(slow, { bounds: { span: 64 } })).rejects.toThrow('upstream_timeout')
      const status = await store.logIndex.status(31337)
      expect((await store.logIndex.read(status?.id ?? 0)).cohorts).toMatchObject([{ span: 32, nextBlock: 0 }])
    }))
})

describe('two runs at once', () => {
  it('neither double nor skip', () =>
    withChain(async (chain) => {
      for (let value = 0; value < 10; value++) {
        await chain.emit(A, value)
        await chain.mine(30)
      }
      const bounds = { span: 10, ranges: 2 }
      const other = createStore(d1).logIndex
      let id = 0
      let outcomes: string[] = []
      for (let round = 0; round < 20 && !outcomes.includes('current'); round++) {
        const runs = await Promise.all([sync(chain.rpc, { bounds }), sync(chain.rpc, { bounds, index: other })])
        outcomes = runs.map((run) => run.outcome)
        id = runs[0].chain
      }
      await sync(chain.rpc, { bounds })
      expect(await values(id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
      const { cohorts } = await store.logIndex.read(id)
      expect(cohorts).toMatchObject([{ nextBlock: (await chain.head()) + 1 }])
    }))
})
