import { createClient, http, keccak256, toHex, zeroHash, type Address } from 'viem'
import { readContract } from 'viem/actions'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { projectFeedback } from '../../functions/core/logIndex/projectFeedback.ts'
import { SYNC_BOUNDS, type LogStream } from '../../functions/core/logIndex/LogStream.ts'
import { syncLogs } from '../../functions/core/logIndex/syncLogs.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { SIZES } from '../../shared/domain/agents/Feedback.ts'
import { entriesOf } from '../../shared/domain/agents/registryFeedback.ts'
import { reputationRegistryAbi } from '../../shared/domain/agents/registryAbis.ts'
import { meansByTag, summarise } from '../../shared/domain/agents/summariseFeedback.ts'
import { topicsOf } from '../../shared/events/decodeEvent.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import { createFeedbackRows, type FeedbackRows } from '../../shared/store/feedbackRows.ts'
import { REPUTATION } from '../../shared/store/streams.ts'
import { clientOf, feedbackWorld } from '../agents/identity/feedbackWorld.ts'
import { ask } from '../support/ask.ts'
import { borrowWorld } from '../support/borrowWorld.ts'
import { createRandom } from '../support/random.ts'
import { goBack } from '../support/restorePoint.ts'
import { useNet } from '../support/useNet.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

let world: ReturnType<typeof feedbackWorld>
let registry: Address
let d1: D1Database
let store: Store
let rows: FeedbackRows
const borrowed = useNet(() => borrowWorld())
beforeAll(async () => {
  world = feedbackWorld(borrowed.anvil.url, borrowed.world)
  registry = borrowed.world.contracts.reputationRegistry
})
beforeEach(async () => {
  d1 = await migratedD1()
  store = createStore(d1)
  rows = createFeedbackRows(d1)
  snapshot = await ask(borrowed.anvil.url, 'evm_snapshot')
})
afterEach(async () => {
  await goBack(borrowed.anvil.url, snapshot)
})
let snapshot: unknown

const stream = (): LogStream => ({
  name: REPUTATION,
  addresses: [registry],
  events: topicsOf(reputationRegistryAbi),
  fromBlock: 0,
  hourly: false,
})
const rpc = () => createRpc({ urls: [borrowed.anvil.url] })
const sync = (into = store, streams = [stream()]) =>
  syncLogs({ rpc: rpc(), index: into.logIndex, chainId: 31337, streams, clock: Date.now, bounds: SYNC_BOUNDS })

/** The job's two steps; the chain's row. */
async function run(into = store): Promise<number> {
  const { chain } = await sync(into)
  await projectFeedback(into, chain, registry)
  return chain
}

const TABLES = ['feedback_index', 'feedback_responses', 'feedback_projections'] as const
/** All that is projected; how often it was written, and which row of `chains` it belongs to, say nothing about the chain. */
async function everything(database = d1): Promise<unknown> {
  const tables = await Promise.all(
    TABLES.map(
      async (table) => (await database.prepare(`select * from ${table} order by 2, 3, 4, 5, 6`).all()).results,
    ),
  )
  return tables.map((table) => table.map((row) => ({ ...row, revision: 0, chain: 0 })))
}

const any = { tag1: '', tag2: '', includeRevoked: true }
const of = (chain: number, agentId = '0') => ({ chain, registry, agentId })
const onChain = async (agentId: bigint, includeRevoked = true) =>
  entriesOf(
    await readContract(createClient({ transport: http(borrowed.anvil.url) }), {
      address: registry,
      abi: reputationRegistryAbi,
      functionName: 'readAllFeedback',
      args: [agentId, [], '', '', includeRevoked],
    }),
  )

/** The rows of an agent as the registry would list them, whatever their order. */
async function indexed(chain: number, agentId = '0') {
  const page = await rows.page(of(chain, agentId), any, {
    by: 'created_at',
    order: 'asc',
    limit: 1000,
    offset: 0,
  })
  return page?.rows.map((row) => ({
    client: row.client,
    feedbackIndex: BigInt(row.feedbackIndex),
    value: BigInt(row.value),
    valueDecimals: row.valueDecimals,
    tag1: row.tag1,
    tag2: row.tag2,
    isRevoked: row.revokedBlock !== null,
  }))
}
const sorted = (entries: readonly { client: string; feedbackIndex: bigint }[] | undefined) =>
  entries
    ?.map((entry) => ({ ...entry, client: entry.client.toLowerCase() }))
    .toSorted((a, b) => a.client.localeCompare(b.client) || Number(a.feedbackIndex - b.feedbackIndex))

describe('the projection of feedback', () => {
  it('has every piece with its document, whether it was revoked, and how often it was responded to', async () => {
    const chain = await run()
    expect(sorted(await indexed(chain))).toEqual(sorted(await onChain(0n)))
    expect(sorted(await indexed(chain, '1'))).toEqual(sorted(await onChain(1n)))
    const found = await rows.named(of(chain), [{ client: addressOf('bidder'), feedbackIndex: 1 }])
    expect(found?.rows).toEqual([
      expect.objectContaining({
        value: '-325',
        responses: 1,
        endpoint: 'https://agent-0.example',
        omitted: '',
        revokedBlock: null,
      }),
    ])
    const [row] = found?.rows ?? []
    const document = Buffer.from(row?.feedbackUri?.split(',')[1] ?? '', 'base64').toString()
    expect(keccak256(toHex(document))).toBe(row?.feedbackHash)
    const history = await rows.history(of(chain), any, { responses: 10 })
    expect(history).toMatchObject({
      total: 4,
      revoked: 1,
      responses: [{ responder: addressOf('agent').toLowerCase() }],
    })
  })

  it('goes on from where it was, and is the same as one made at once from the chain alone', async () => {
    await run()
    const [a, b] = [clientOf(1), clientOf(2)]
    await world.send(
      world.give({ client: a, value: 5n, uri: 'https://a.example/1' }),
      world.give({ client: b, value: 7n }),
    )
    await run()
    await world.send(
      world.revoke(a, 1n),
      world.respond(b, a, 1n, 'https://b.example/r'),
      world.give({ client: a, value: 6n }),
    )
    await world.send(world.respond(a, a, 1n, 'https://a.example/r'))
    const chain = await run()
    expect(sorted(await indexed(chain))).toEqual(sorted(await onChain(0n)))
    const grown = await everything()
    for (const table of TABLES) await d1.prepare(`delete from ${table}`).run()
    await run()
    expect(await everything()).toEqual(grown)
  })

  it('goes back with a reorg: feedback, revocations and responses that are no more', async () => {
    const [a, b] = [clientOf(1), clientOf(2)]
    await world.send(world.give({ client: a, value: 5n }), world.give({ client: b, value: 7n }))
    await world.send(world.respond(b, a, 1n, 'https://b.example/stays'))
    await run()
    const before = await everything()
    const fork = await ask(borrowed.anvil.url, 'evm_snapshot')
    await world.send(world.revoke(a, 1n), world.respond(a, a, 1n, 'https://a.example/goes'))
    await world.send(world.give({ client: a, value: 9n }), world.give({ client: clientOf(3), value: 1n }))
    await run()
    expect(await everything()).not.toEqual(before)
    await goBack(borrowed.anvil.url, fork)
    await world.send(world.give({ client: clientOf(4), value: 2n }), world.revoke(b, 1n))
    const { chain, rolledBack } = await sync()
    expect(rolledBack).toHaveLength(1)
    // Rolled back in the very batch in which the logs were: nobody ever sees what is no more.
    expect((await indexed(chain))?.filter(({ isRevoked, client }) => isRevoked && client === a.toLowerCase())).toEqual(
      [],
    )
    await projectFeedback(store, chain, registry)
    expect(sorted(await indexed(chain))).toEqual(sorted(await onChain(0n)))
    const grown = await everything()
    for (const table of [...TABLES, 'logs', 'index_streams', 'index_blocks', 'index_addresses', 'chains'])
      await d1.prepare(`delete from ${table}`).run()
    await run()
    expect(await everything()).toEqual(grown)
  })

  it('begins again with another chain at the same URL', async () => {
    const first = await run()
    const genesis = '0x' + '12'.repeat(32)
    await d1.prepare('update chains set genesis = ?').bind(genesis).run()
    const second = await run()
    expect(second).not.toBe(first)
    expect(sorted(await indexed(second))).toEqual(sorted(await onChain(0n)))
    await store.prune.replaced(second)
    expect(await indexed(first)).toBeUndefined()
    const { results } = await d1.prepare('select distinct chain from feedback_index').all()
    expect(results).toEqual([{ chain: second }])
  })

  it('begins again when its stream does, and is of no block meanwhile', async () => {
    const chain = await run()
    const before = await everything()
    const state = await store.logIndex.read(chain)
    await store.logIndex.restart(state, REPUTATION, { topics: topicsOf(reputationRegistryAbi).join(), fromBlock: 0 })
    // As long as the stream has reached nothing, nothing is known of it.
    await projectFeedback(store, chain, registry)
    await d1
      .prepare('update index_streams set next_block = 2, checkpoint_hash = ?, checkpoint_time = 1')
      .bind(zeroHash)
      .run()
    await projectFeedback(store, chain, registry)
    expect(await indexed(chain)).toEqual([])
    await d1.prepare('update index_streams set next_block = 0, checkpoint_hash = null').run()
    await run()
    expect(await everything()).toEqual(before)
  })

  it('of several runs at once each change is made once', async () => {
    const a = clientOf(1)
    await world.send(world.give({ client: a, value: 5n }))
    for (let i = 0; i < 5; i++) await world.send(world.respond(clientOf(2), a, 1n, `https://b.example/${i}`))
    const { chain } = await sync()
    await Promise.all(Array.from({ length: 6 }, () => projectFeedback(store, chain, registry)))
    await projectFeedback(store, chain, registry)
    const found = await rows.named(of(chain), [{ client: a, feedbackIndex: 1 }])
    expect(found?.rows).toEqual([expect.objectContaining({ responses: 5 })])
  })

  it('writes nothing from logs that a reorg took away between its read and its write', async () => {
    const a = clientOf(1)
    await run()
    const fork = await ask(borrowed.anvil.url, 'evm_snapshot')
    await world.send(world.give({ client: a, value: 5n }))
    const { chain } = await sync()
    // The run has read its logs; before it writes, another one takes the index back.
    const slow: Store = {
      ...store,
      logs: {
        ...store.logs,
        async following(...query) {
          const logs = await store.logs.following(...query)
          await goBack(borrowed.anvil.url, fork)
          await ask(borrowed.anvil.url, 'anvil_mine', '0x3')
          await sync()
          return logs
        },
      },
    }
    await projectFeedback(slow, chain, registry)
    await projectFeedback(store, chain, registry)
    expect((await indexed(chain))?.filter(({ client }) => client === a.toLowerCase())).toEqual([])
    expect(sorted(await indexed(chain))).toEqual(sorted(await onChain(0n)))
  })
})

describe('values', () => {
  const MOST = 10n ** 38n

  it('are exact at both ends, and sort by what they mean, whatever their decimals', async () => {
    const a = clientOf(7)
    const given: [bigint, number][] = [
      [MOST, 0],
      [-MOST, 0],
      [MOST, 18],
      [-MOST, 18],
      [1n, 18],
      [-1n, 18],
      [0n, 0],
      [25n, 1],
      [2n, 0],
      [3n, 0],
      [249n, 2],
    ]
    await world.send(...given.map(([value, decimals]) => world.give({ client: a, value, decimals, tag1: 'x' })))
    const chain = await run()
    const filter = { ...any, client: a, tag1: 'x' }
    const page = async (order: 'asc' | 'desc') =>
      (await rows.page(of(chain), filter, { by: 'value', order, limit: 50, offset: 0 }))?.rows.map(
        (row): [bigint, number] => [BigInt(row.value), row.valueDecimals],
      )
    const rating = ([value, decimals]: [bigint, number]) => value * 10n ** BigInt(18 - decimals)
    const rising = given.toSorted((x, y) => (rating(x) < rating(y) ? -1 : 1))
    expect(await page('asc')).toEqual(rising)
    expect(await page('desc')).toEqual(rising.toReversed())
  })

  it('have the mean that the registry has, over random data', async () => {
    const random = createRandom('means of feedback')
    const given = Array.from({ length: 60 }, () => ({
      client: clientOf(100 + random.below(9)),
      // As much as fits a mean of 18 decimals in an int128.
      value: (random.uint(63) - (1n << 62n)) / 10n ** BigInt(random.below(5)),
      decimals: random.below(19),
      tag1: ['', 'starred', 'uptime'][random.below(3)] ?? '',
    }))
    await world.send(...given.map((one) => world.give(one)))
    const revoked = new Map(given.slice(0, 9).map(({ client }) => [client, 1n]))
    await world.send(...[...revoked].map(([client, index]) => world.revoke(client, index)))
    const chain = await run()
    for (const tag1 of ['', 'starred', 'uptime'])
      for (const client of [undefined, ...new Set(given.map((one) => one.client))]) {
        const sums = await rows.sums(of(chain), { client, tag1, tag2: '', includeRevoked: true })
        const clients = client ? [client] : [...new Set((await onChain(0n)).map((one) => one.client))]
        const [count, value, decimals] = await summaryOf(clients, tag1)
        if (!sums) throw new Error('The index has no feedback.')
        const mean = summarise(sums)
        expect([BigInt(mean.count), mean.value, mean.decimals]).toEqual([count, value, decimals])
        const ofTag = meansByTag(sums).find((one) => one.tag1 === tag1)
        const { clients: _, topClientShareBps: __, ...own } = mean
        if (tag1 !== '') expect(ofTag).toEqual(mean.count === 0 ? undefined : { tag1, ...own })
      }
  })

  const summaryAbi = [
    {
      type: 'function',
      name: 'getSummary',
      stateMutability: 'view',
      inputs: [{ type: 'uint256' }, { type: 'address[]' }, { type: 'string' }, { type: 'string' }],
      outputs: [{ type: 'uint64' }, { type: 'int128' }, { type: 'uint8' }],
    },
  ] as const
  const summaryOf = (clients: readonly Address[], tag1: string) =>
    readContract(createClient({ transport: http(borrowed.anvil.url) }), {
      address: registry,
      abi: summaryAbi,
      functionName: 'getSummary',
      args: [0n, clients, tag1, ''],
    })
})

describe('security', () => {
  it('texts without end do not become rows without end, and hold nothing up', async () => {
    const [a, b] = [clientOf(1), clientOf(2)]
    await world.send(
      world.give({
        client: a,
        value: 1n,
        tag1: 't'.repeat(300),
        endpoint: 'e'.repeat(SIZES.endpoint + 1),
        uri: 'https://a.example',
      }),
      world.give({ client: a, value: 2n, uri: 'u'.repeat(SIZES.uri) }),
      world.give({ client: a, value: 3n, uri: `https://a.example/${'u'.repeat(150_000)}` }),
    )
    await world.send(world.give({ client: b, value: 4n, tag1: 'a\0b', uri: 'https://b.example' }))
    const chain = await run()
    const keys = [1, 2, 3].map((feedbackIndex) => ({ client: a, feedbackIndex }))
    const found = await rows.named(of(chain), [...keys, { client: b, feedbackIndex: 1 }])
    const [one, two, three, four] = (found?.rows ?? []).toSorted((x, y) => Number(x.value) - Number(y.value))
    expect(one).toMatchObject({ tag1: 't'.repeat(256), endpoint: null, omitted: 'tag1,endpoint' })
    expect(two).toMatchObject({ feedbackUri: 'u'.repeat(SIZES.uri), omitted: '' })
    expect(three).toMatchObject({ value: '3', feedbackUri: null, omitted: 'feedbackUri' })
    expect(four).toMatchObject({ tag1: 'a\uFFFDb', feedbackUri: 'https://b.example' })
  })
})
