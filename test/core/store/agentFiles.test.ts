import { type Address, encodeAbiParameters, type Hash, numberToHex, pad, toEventSelector, toHex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { nameAgents } from '../../../functions/core/logIndex/nameAgents.ts'
import { createStore, type Store } from '../../../functions/core/store/createStore.ts'
import type { BlockMark, IndexedLog } from '../../../shared/chain/IndexedLog.ts'
import { migratedD1 } from '../../support/inProcess/migratedD1.ts'
import { prepared } from '../../support/useNet.ts'

const REGISTRY: Address = '0x00000000000000000000000000000000000000Aa'
const OTHER: Address = '0x00000000000000000000000000000000000000bB'
const hash = (n: number): Hash => pad(toHex(n), { size: 32 })
const block = (number: number): BlockMark => ({ number, hash: hash(number), time: 1_000_800 + number * 60 })
const file = (name: unknown) => `data:application/json,${JSON.stringify({ name })}`

let store: Store
let genesis = 0
const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  store = createStore(d1)
})

/** A log of a registry about the URI of an agent. */
const uriSet = (kind: 'Registered' | 'URIUpdated', blockNumber: number, id: number, uri: string): IndexedLog => ({
  stream: 'identity',
  blockNumber,
  logIndex: 0,
  blockHash: hash(blockNumber),
  blockTime: block(blockNumber).time,
  txHash: hash(7),
  address: REGISTRY,
  topics: [toEventSelector(`${kind}(uint256,string,address)`), numberToHex(id, { size: 32 }), pad(OTHER)],
  data: encodeAbiParameters([{ type: 'string' }], [uri]),
})

/** A chain of its own whose log index has these logs. */
async function indexed(logs: readonly IndexedLog[]) {
  const head = block(100)
  const chain = await store.logIndex.openChain({ chainId: 31337, genesis: hash(++genesis), head, now: 1000 + genesis })
  const cohort = { stream: 'identity', cohort: 0, topics: '', fromBlock: 1, span: 100, addresses: [REGISTRY, OTHER] }
  await store.logIndex.addCohort(await store.logIndex.read(chain), cohort, 1000)
  await add(chain, logs, head)
  return chain
}
async function add(chain: number, logs: readonly IndexedLog[], to: BlockMark) {
  const advance = { stream: 'identity', cohort: 0, nextBlock: to.number + 1, span: 100, checkpoint: to }
  const range = { logs, advances: [advance], marks: [block(10), to], hourly: new Set<string>(), now: 2000 }
  expect(await store.logIndex.commit(await store.logIndex.read(chain), range)).toBe(true)
}
async function names(chain: number, registry = REGISTRY, toBlock = 200) {
  const page = await store.agentFiles.page({ chain, registry, toBlock, limit: 25 }, {})
  return page.map(({ agentId, name }) => [Number(agentId), name])
}

describe('names of agents', () => {
  it('are left out for files that are deep, long, not UTF-8 or not JSON, and the next file is read', async () => {
    const depth = 8000
    const chain = await indexed(
      [
        `data:,${'['.repeat(depth)}${']'.repeat(depth)}`,
        `data:,{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`,
        'data:,{"name":"%ff%fe"}',
        'data:;base64,!!!!',
        'data:',
        file('n'.repeat(17_000)),
        file(`${'N'.repeat(16_000)}`),
        'data:,{"name":"\\ud800"}',
        file('Last'),
      ].map((uri, i) => uriSet('Registered', 20 + i, i, uri)),
    )
    await nameAgents(store, chain, REGISTRY)
    expect(await names(chain)).toEqual([
      [8, 'Last'],
      [7, null],
      [6, 'N'.repeat(128)],
      ...[5, 4, 3, 2, 1, 0].map((id) => [id, null]),
    ])
  })

  it('are of the registry that is configured, also if the chain has had another one', async () => {
    const own = [uriSet('Registered', 30, 1, file('Own')), uriSet('URIUpdated', 40, 1, file('Own again'))]
    const chain = await indexed([...own, { ...uriSet('Registered', 20, 1, file('Other')), address: OTHER }])
    for (const registry of [REGISTRY, OTHER, REGISTRY]) await nameAgents(store, chain, registry)
    expect([await names(chain), await names(chain, OTHER)]).toEqual([[[1, 'Own again']], [[1, 'Other']]])
  })

  it('of files elsewhere are kept when they are read, and end with their URI', async () => {
    const uri = 'https://agent.example/file.json'
    const chain = await indexed([uriSet('Registered', 20, 1, uri), uriSet('Registered', 21, 2, file('Inside'))])
    const read = (
      name: string | null,
      at: number,
      { rawUrl = uri, ...of }: { rawUrl?: string; identityRegistry?: Address; agentId?: bigint } = {},
    ) =>
      store.agentFiles.keepRead(
        { chainId: 31337, identityRegistry: REGISTRY, agentId: 1n, ...of },
        { rawUrl, fetched: true, name },
        at * 1000,
      )
    const shown = async () =>
      (await store.agentFiles.page({ chain, registry: REGISTRY, toBlock: 200, limit: 25 }, { ids: [1n] })).map(
        ({ name, nameReadAt }) => [name, nameReadAt],
      )
    await read('Too early', 1)
    await nameAgents(store, chain, REGISTRY)
    expect(await shown()).toEqual([[null, null]])
    await read(`Har\u202ebour${'x'.repeat(200)}`, 5000)
    expect(await shown()).toEqual([[`Harbour${'x'.repeat(121)}`, 5000]])
    await read('Renamed', 6000)
    expect(await shown()).toEqual([['Renamed', 6000]])
    await read('Of another URI', 7000, { rawUrl: 'https://other.example' })
    await read('Of another registry', 7000, { identityRegistry: OTHER })
    await read('Of another agent', 7000, { agentId: 2n })
    expect([await shown(), await names(chain)]).toEqual([
      [['Renamed', 6000]],
      [
        [2, 'Inside'],
        [1, 'Renamed'],
      ],
    ])
    await add(chain, [uriSet('URIUpdated', 60, 1, 'https://agent.example/next.json')], block(101))
    expect(await shown()).toEqual([[null, null]])
    await nameAgents(store, chain, REGISTRY)
    await read('Late', 8000)
    expect(await shown()).toEqual([[null, null]])
    await read(null, 9000, { rawUrl: 'https://agent.example/next.json' })
    expect(await shown()).toEqual([[null, 9000]])
  })

  it('of a removed block go with it, and those of the block in its place are read', async () => {
    const chain = await indexed([
      uriSet('Registered', 5, 1, file('Kept')),
      uriSet('URIUpdated', 50, 1, file('Removed')),
    ])
    await nameAgents(store, chain, REGISTRY)
    expect([await names(chain), await names(chain, REGISTRY, 49)]).toEqual([[[1, 'Removed']], [[1, 'Kept']]])
    expect(await store.logIndex.rollBack(await store.logIndex.read(chain), block(10))).toBe(true)
    expect(await names(chain)).toEqual([[1, 'Kept']])
    await add(chain, [uriSet('URIUpdated', 50, 1, file('In its place'))], block(101))
    const isWhole = (toBlock: number) => store.agentFiles.isWhole({ chain, registry: REGISTRY, toBlock })
    expect([await isWhole(49), await isWhole(50), await isWhole(101)]).toEqual([true, false, false])
    await nameAgents(store, chain, REGISTRY)
    expect([await names(chain), await isWhole(101)]).toEqual([[[1, 'In its place']], true])
  })
})
