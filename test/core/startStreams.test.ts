import type { RpcReply } from '../../shared/chain/RpcCall.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { concat, pad, type Address, type Hex } from 'viem'
import { SYNC_BOUNDS, type LogStream } from '../../functions/core/logIndex/LogStream.ts'
import { syncLogs } from '../../functions/core/logIndex/syncLogs.ts'
import type { Rpc } from '../../shared/chain/rpc.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { EVENT, openEventChain } from './logIndexChain.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

const EARLY: Address = '0x00000000000000000000000000000000000000ea'
const LATE: Address = '0x00000000000000000000000000000000000000eb'

let chain: Awaited<ReturnType<typeof openEventChain>>
let bornAt: number
let lateBornAt: number
let head: number

/** Each test has a database of its own. */
async function withStore(run: (store: Store) => Promise<void>): Promise<void> {
  const d1 = await migratedD1()
  try {
    await run(createStore(d1))
  } finally {
  }
}

/** Deploys a contract that is nothing but a stop, and returns its address and block. */
async function deploy(): Promise<{ address: Address; block: number }> {
  const accounts = await chain.ask('eth_accounts')
  const from: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  // PUSH1 1, PUSH1 0, RETURN: one byte of code, which is STOP.
  const data: Hex = concat(['0x60016000f3'])
  const hash = await chain.ask('eth_sendTransaction', { from, data, gas: '0x30d40' })
  for (;;) {
    const receipt = Object(await chain.ask('eth_getTransactionReceipt', hash))
    if (receipt.contractAddress) return { address: receipt.contractAddress, block: Number(receipt.blockNumber) }
  }
}

let early: Address
let late: Address
beforeAll(async () => {
  chain = await openEventChain({ timestamp: 1_600_000_000 })
  await chain.mine(3000)
  ;({ address: early, block: bornAt } = await deploy())
  await chain.mine(4000)
  ;({ address: late, block: lateBornAt } = await deploy())
  await chain.mine(4000)
  head = await chain.head()
})
afterAll(() => chain.anvil.stop())

const stream = (name: string, addresses: readonly Address[], fromBlock = 0): LogStream => ({
  name,
  addresses,
  events: [EVENT],
  fromBlock,
  hourly: false,
})
const sync = (store: Store, streams: LogStream[], rpc: Rpc = chain.rpc) =>
  syncLogs({ rpc, index: store.logIndex, chainId: 31337, streams, clock: Date.now, bounds: SYNC_BOUNDS })
const starts = async (store: Store, at: number) =>
  Object.fromEntries((await store.logIndex.read(at)).cohorts.map(({ stream: name, fromBlock }) => [name, fromBlock]))

type Change = (block: number, reply: RpcReply, address: unknown) => RpcReply
/** The same node, but for what it says of the code at a block. */
const about = (change: Change): Rpc => ({
  nodes: 1,
  async send(calls, options) {
    const replies = await chain.rpc.send(calls, options)
    return replies.map((reply, i) => {
      const call = calls[i]
      return call?.method === 'eth_getCode' ? change(Number(call.params[1]), reply, call.params[0]) : reply
    })
  },
})

/** A node with archive state, which anvil does not keep for so many blocks. */
const archive = (): Rpc =>
  about((block, _, address) => ({ result: block >= (address === early ? bornAt : lateBornAt) ? '0x00' : '0x' }))

describe('the log index', () => {
  test('begins where the first contract appears, and remembers it', () =>
    withStore(async (store) => {
      const streams = [stream('a', [late, early]), stream('b', [late])]
      const first = await sync(store, streams, archive())
      expect(first).toMatchObject({ outcome: 'current', head: { number: head } })
      expect(await starts(store, first.chain)).toEqual({ a: bornAt, b: bornAt })
      expect(await sync(store, streams)).toMatchObject({ outcome: 'current', requests: 1 })
    }))

  test('begins a stream that joins later where its own contracts appear', () =>
    withStore(async (store) => {
      const { chain: at } = await sync(store, [stream('b', [late])], archive())
      expect(await starts(store, at)).toEqual({ b: lateBornAt })
      await sync(store, [stream('b', [late]), stream('a', [early])], archive())
      expect(await starts(store, at)).toEqual({ b: lateBornAt, a: bornAt })
    }))

  test('begins where the first one appears, however many others there are', () =>
    withStore(async (store) => {
      const others = Array.from({ length: 70 }, (_, i): Address => `0x${String(i).padStart(40, '5')}`)
      const { chain: at } = await sync(store, [stream('list', others), stream('a', [early])], archive())
      expect(await starts(store, at)).toEqual({ list: bornAt, a: bornAt })
    }))

  test('begins at the newest block where that has the first contract', () =>
    withStore(async (store) => {
      const newest = about((block) => ({ result: block >= head ? '0x00' : '0x' }))
      const { chain: at } = await sync(store, [stream('a', [early])], newest)
      expect(await starts(store, at)).toEqual({ a: head })
    }))

  test('begins where the configuration says', () =>
    withStore(async (store) => {
      const { chain: at } = await sync(store, [stream('a', [early], 17)])
      expect(await starts(store, at)).toEqual({ a: 17 })
    }))

  test.each<[string, Change]>([
    ['refuses to tell of old state', (_, reply) => reply],
    ['says null', (block, reply) => (block < head ? { result: null } : reply)],
    ['has no contract at all', () => ({ result: '0x' })],
  ])('begins at block 0 where the node %s, and says so', (_, change) =>
    withStore(async (store) => {
      const warned = vi.spyOn(console, 'warn').mockReturnValue()
      const { chain: at } = await sync(store, [stream('a', [early])], about(change))
      expect(await starts(store, at)).toEqual({ a: 0 })
      expect(warned.mock.calls.flat().join('\n')).toContain('"event":"log_index_start"')
      warned.mockRestore()
    }),
  )

  test('does not believe a node that forgot its old state where its logs say otherwise', () =>
    withStore(async (store) => {
      await chain.emitter(EARLY)
      await chain.emit(EARLY, 1, { topic: pad(LATE) })
      const seen = await chain.head()
      await chain.mine(200)
      const warned = vi.spyOn(console, 'warn').mockReturnValue()
      const forgetful = about((block, reply) => (block < seen + 100 ? { result: '0x' } : reply))
      const { chain: at } = await sync(store, [stream('a', [EARLY])], forgetful)
      expect(await starts(store, at)).toEqual({ a: 0 })
      warned.mockRestore()
    }))
})
