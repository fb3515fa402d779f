import { setTimeout } from 'node:timers/promises'
import { encodeAbiParameters, numberToHex, pad, toEventSelector, type Address } from 'viem'
import { winSources } from '../functions/lottery/events/eventSources.ts'
import { createTrendOps } from '../functions/market/store/trendOps.ts'
import { modulesOf } from '../platform/bundle/modulesOf.ts'
import type { WorkerName } from '../platform/workers.ts'
import { eventsFromIndex } from '../shared/events/eventsFromIndex.ts'
import { lotteryWinAbi } from '../shared/domain/lottery/lotteryEventsAbi.ts'
import { requestScope } from '../shared/log/requestScope.ts'
import { noTime } from '../shared/log/Time.ts'
import { createLogStore } from '../shared/store/createLogStore.ts'
import { LOTTERY_RESULTS, LOTTERY_WINS } from '../shared/store/streams.ts'
import { startLocalnet } from '../test/support/localnet.ts'
import { oneConnection } from './client.ts'
import { fillCoins } from './coinPages.ts'
import { latency } from './load.ts'
import { recordD1 } from './recordD1.ts'

/** The Worker whose place the other one takes: it has the database, and nothing else here asks it. */
const BESIDE: WorkerName = 'context'

/** A Worker that makes the given D1 calls, one after the other, and does nothing else. */
const SAME_CALLS = `let calls = []
export default {
  async fetch(request, { DB }) {
    if (request.method === 'PUT') {
      calls = await request.json()
      return new Response('ok')
    }
    for (const statements of calls) {
      const bound = statements.map(({ text, values }) => DB.prepare(text).bind(...values))
      await (bound.length === 1 ? bound[0].all() : DB.batch(bound))
    }
    return new Response('ok')
  },
}`

const ROWS = 1000
const PAGE = 100

/**
 * Lists that come from D1 alone, with 1 000 rows and no answer kept: milliseconds over one connection, as a ratio to the bare Worker and to
 * one that makes the same D1 calls, with the same statements and values over the same database, and nothing else.
 */
export async function listCosts(bare: string): Promise<string[][]> {
  const net = await startLocalnet({
    inWorkerd: true,
    families: ['lottery', 'market', BESIDE],
    blockTimeMs: 1,
    variables: { LIMIT_MULTIPLIER: '1000000' },
    modules: async (worker) =>
      worker === BESIDE
        ? [{ type: 'ESModule' as const, path: `${worker}/index.js`, contents: SAME_CALLS }]
        : modulesOf(worker),
  })
  const client = oneConnection()
  try {
    const { chainId, contracts } = net.world
    const d1 = await net.database()
    while (!(await isIndexed(d1, chainId))) await setTimeout(100)
    await fillWins(d1, chainId, contracts.lotteryManager)
    await fillCoins(d1, chainId, ROWS)
    const wins = (limit: number) => async (recorded: D1Database) => {
      const config = { chainId, contracts, blockTimeMs: 1, demoVaults: [], startBlock: 0 }
      const reader = { chain: { config }, store: createLogStore(recorded), now: Date.now }
      const page = await eventsFromIndex(reader, { ...winSources(contracts.lotteryManager), limit: limit + 1 }, 0)
      return page?.events.length
    }
    const coins = async (recorded: D1Database) =>
      (await createTrendOps(recorded, chainId).coins({ after: undefined, limit: PAGE + 1 })).length
    const [lottery, market] = [net.sockets['lottery'], net.sockets['market']]
    const lists = {
      'listLotteryRecentWinners, 20': {
        url: `${lottery}/v1/lottery/recentWinners?limit=20`,
        read: wins(20),
        count: 20,
      },
      'listLotteryRecentWinners, 100': {
        url: `${lottery}/v1/lottery/recentWinners?limit=100`,
        read: wins(PAGE),
        count: PAGE,
      },
      'listTrendCoins, 100': { url: `${market}/coin-trend/explore?limit=100`, read: coins, count: PAGE },
    }
    const rows: string[][] = []
    const same = net.sockets[BESIDE] ?? ''
    for (const [name, { url, read, count }] of Object.entries(lists)) {
      const { text } = await client.send(url)
      const { data } = JSON.parse(text)
      const [listed, calls] = [(data.events ?? data.coins).length, await callsOf(d1, read, count + 1)]
      if (listed !== count) throw new Error(`${name}: ${listed} rows ${text.slice(0, 400)}`)
      await client.send(same, { method: 'PUT', body: JSON.stringify(calls) })
      const ms = await latency({
        bare: () => client.send(bare),
        same: () => client.send(same),
        ours: () => client.send(url),
      })
      rows.push([
        name,
        ms.ours.toFixed(2),
        (ms.ours / ms.bare).toFixed(1),
        String(calls.length),
        (ms.ours / ms.same).toFixed(2),
      ])
    }
    return rows
  } finally {
    client.close()
    await net.stop()
  }
}

const isIndexed = async (d1: D1Database, chainId: number) =>
  (await createLogStore(d1).logIndex.standing(chainId, [LOTTERY_WINS, LOTTERY_RESULTS])) !== null

/** The D1 calls of a read, joined as those of a request are; throws if the read does not find so many rows. */
async function callsOf(original: D1Database, read: (d1: D1Database) => Promise<number | undefined>, count: number) {
  const { d1, calls } = recordD1(original)
  const found = await requestScope.run({ id: 'bench', minBlock: undefined, store: noTime() }, () => read(d1))
  if (found !== count) throw new Error(`${found} rows instead of ${count}`)
  return calls
}

async function fillWins(d1: D1Database, chainId: number, manager: Address): Promise<void> {
  const [winner] = lotteryWinAbi
  const data = encodeAbiParameters(winner.inputs.slice(2), [5_000_000n, 0n, 7n])
  await d1
    .prepare(
      `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, topic2, data)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ?1 - 1)
      select chains.id, 'lottery-wins', 1, 1000 + i, ?2, 1700000000, ?2, ?3, ?4, ?5, ?5, ?6 from n, chains where chain_id = ?7`,
    )
    .bind(
      ROWS,
      numberToHex(1, { size: 32 }),
      manager.toLowerCase(),
      toEventSelector(winner),
      pad('0x01'),
      data,
      chainId,
    )
    .run()
}
