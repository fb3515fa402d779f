import { pad, toEventSelector, toHex, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTrendTickers } from '../../functions/context/store/trendTickers.ts'
import { createWalletLogs } from '../../functions/context/store/walletLogs.ts'
import { createAgentFiles } from '../../shared/store/agentFiles.ts'
import { openDatabase } from '../../shared/store/database.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'
import { prepared } from '../support/useNet.ts'

const address = (n: number): Address => pad(toHex(n), { size: 20 })
const word = (n: number) => pad(toHex(n), { size: 32 })
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const WALLET = 7

const d1 = prepared(() => migratedD1())
beforeAll(async () => {
  // Bids of the wallet and of another, tickets, and agents that come and go.
  for (let i = 1; i <= 5; i++)
    await insert({ stream: 'auction-bids', block: i, of: 100 + (i % 2), topics: ['0xb', word(i), word(WALLET)] })
  await insert({ stream: 'auction-bids', block: 6, of: 100, topics: ['0xb', word(6), word(8)] })
  await insert({ stream: 'auction-activity', block: 7, of: 100, topics: ['0xb', word(7), word(WALLET)] })
  for (let i = 1; i <= 4; i++)
    await insert({ stream: 'lottery-entries', block: i, of: 50, topics: ['0xe', word(9), word(WALLET)] })
  await insert({ stream: 'lottery-entries', block: 5, of: 51, topics: ['0xe', word(9), word(WALLET)] })
  for (const [block, agent] of [
    [1, 3],
    [2, 4],
    [3, 3],
  ] as const)
    await insert({ stream: 'identity', block, of: 60, topics: [TRANSFER, word(0), word(WALLET), word(agent)] })
  await insert({ stream: 'identity', block: 4, of: 60, topics: ['0xr', word(5), word(WALLET)] })
})

interface Inserted {
  readonly stream: string
  readonly block: number
  readonly of: number
  readonly topics: readonly string[]
}

const insert = ({ stream, block, of, topics: [topic0, topic1, topic2, topic3] }: Inserted) =>
  d1
    .prepare(
      `insert into logs (chain, stream, block_number, log_index, block_hash, block_time, tx_hash, address, topic0, topic1, topic2, topic3, data)
       values (1, ?1, ?2, 0, '0x', ?2 * 10, '0x', ?3, ?4, ?5, ?6, ?7, '0x')`,
    )
    .bind(stream, block, address(of), topic0, topic1, topic2, topic3 ?? null)
    .run()

const query = { chain: 1, wallet: address(WALLET), toBlock: 100, limit: 10 }

describe('logs of a wallet', () => {
  test('are its bids alone, the newest first, up to a block and a bound', async () => {
    const logs = createWalletLogs(d1)
    expect((await logs.bids(query)).map(({ bidId }) => bidId)).toEqual([5n, 4n, 3n, 2n, 1n])
    expect((await logs.bids({ ...query, toBlock: 3, limit: 2 })).map(({ bidId }) => bidId)).toEqual([3n, 2n])
    expect(await logs.bids({ ...query, chain: 2 })).toEqual([])
  })

  test('are agents of one registry that it was given, each once, the last given first', async () => {
    const files = createAgentFiles(openDatabase(d1))
    expect(await files.ofOwner({ ...query, registry: address(60) }, query.wallet)).toEqual([3n, 4n])
    expect(await files.ofOwner({ ...query, registry: address(61) }, query.wallet)).toEqual([])
  })

  test('are its tickets of one manager, counted up to a bound', async () => {
    const { newest, count } = await createWalletLogs(d1).tickets(address(50), { ...query, limit: 2, most: 3 })
    expect([newest.map(({ blockNumber }) => blockNumber), count]).toEqual([[4, 3], 3])
  })

  test.each(['bids', 'agents', 'tickets'] as const)('%s are found by an index seek', async (name) => {
    const statements: string[] = []
    const recording = new Proxy(d1, {
      get: (target, key) =>
        key === 'prepare'
          ? (text: string) => {
              statements.push(text)
              return target.prepare(text)
            }
          : Reflect.get(target, key),
    })
    const logs = createWalletLogs(recording)
    if (name === 'bids') await logs.bids(query)
    if (name === 'agents')
      await createAgentFiles(openDatabase(recording)).ofOwner({ ...query, registry: address(60) }, query.wallet)
    if (name === 'tickets') await logs.tickets(address(50), { ...query, most: 10 })
    expect(statements).not.toEqual([])
    for (const statement of statements) {
      const values = Array.from(statement.matchAll(/\?/g), () => 1)
      const { results } = await d1
        .prepare(`explain query plan ${statement}`)
        .bind(...values)
        .all<{ detail: string }>()
      const plan = results.map(({ detail }) => detail).join('\n')
      expect(plan).toMatch(/SEARCH logs USING INDEX logs_by_holder_\w+ \(chain=\? AND topic2=\? AND block_number<\?\)/)
      expect(plan).not.toContain('SCAN logs')
    }
  })
})

test('a trend coin that was deployed is found by its address', async () => {
  await d1
    .prepare(
      `insert into trend_ops (chain_id, ticker_hash, ticker, predicted_coin, deployed_coin, actor_wallet, group_id, status, reserved_at, updated_at)
       values (1, '0x1', 'DAWN', ?1, ?1, '0x', '', 'deployed', 0, 0), (1, '0x2', 'DUSK', ?2, null, '0x', '', 'predicted', 0, 0)`,
    )
    .bind(address(11), address(12))
    .run()
  const tickers = createTrendTickers(d1)
  expect([
    await tickers.of(1, address(11)),
    await tickers.of(1, address(12)),
    await tickers.of(2, address(11)),
  ]).toEqual(['DAWN', null, null])
})
