import { parseUnits } from 'viem'
import { beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { askNode } from '../../localnet/askNode.ts'
import { envelope } from '../../schema/common.ts'
import { VaultHistory } from '../../schema/vault/history.ts'
import { startLocalnet } from '../support/localnet.ts'
import { prepared, useNet, useRpcProxy } from '../support/useNet.ts'
import { hourOf } from '../../shared/store/vaultHours.ts'

const [HOUR, DAY] = [3600, 86_400]

const proxy = useRpcProxy()
const net = useNet(() => startLocalnet({ families: ['vault'], blockTimeMs: 0, nodeUrl: proxy.nodeUrl, past: true }))
const d1 = prepared(() => net.database())
beforeAll(() => vi.waitUntil(async () => (await ask()).status === 200, { timeout: 45_000 }))

const ask = (query = '', vault: string = net.world.contracts.vault) =>
  fetch(`${net.api}/v1/vault/${vault}/history${query}`)
async function read(query = '', vault?: string) {
  const answer = await ask(query, vault)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return z.parse(envelope(VaultHistory), JSON.parse(text)).data
}
const refusal = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  return [status, headers.get('x-error-code')]
}
/** The value of a vault on chain at a block, in base units. */
const totalAssets = async (vault: string, block: string) =>
  String(
    BigInt(
      String(
        await askNode(net.rpcUrl, 'eth_call', [{ to: vault, data: '0x01e1d114' }, `0x${BigInt(block).toString(16)}`]),
      ),
    ),
  )

/** Runs with earlier hours of the first vault, each with so many coins; `ago` counts hours back from the newest. */
async function withHours(hours: readonly { ago: number; coins: string }[], work: () => Promise<void>): Promise<void> {
  const { asOf } = await read()
  const newest = hourOf(asOf.timestamp)
  const vault = net.world.contracts.vault.toLowerCase()
  const insert = d1.prepare(
    'insert or replace into vault_hours select id, ?, ?, ?, 1, ? from chains where listed_number > 0 limit 1',
  )
  await d1.batch(
    hours.map(({ ago, coins }) =>
      insert.bind(vault, newest - ago * HOUR, String(parseUnits(coins, 18)), newest - ago * HOUR),
    ),
  )
  try {
    await work()
  } finally {
    await d1.prepare('delete from vault_hours where block_number = 1').run()
  }
}

test('answers what the vault holds on chain in the newest hour, without asking the node', async () => {
  proxy.reset()
  const { vault, creatorCoin } = net.world.contracts
  const { asOf, items, since, assetDecimals, vault: named } = await read()
  expect(proxy.requests.filter(({ calls }) => calls.some(({ method }) => method === 'eth_call'))).toEqual([])
  expect(asOf).toMatchObject({ source: 'index', behindBlocks: 0 })
  const last = items.at(-1)
  expect(last?.totalAssets).toBe(await totalAssets(vault, last?.blockNumber ?? '0'))
  expect(last?.totalAssets).toBe(await totalAssets(vault, asOf.blockNumber))
  expect(last?.hour).toBe(new Date(hourOf(asOf.timestamp) * 1000).toISOString())
  expect(since).toBe((await read('?days=31')).items[0]?.hour)
  expect(since).not.toBe(items[0]?.hour)
  const decimals = await askNode(net.rpcUrl, 'eth_call', [{ to: creatorCoin, data: '0x313ce567' }, 'latest'])
  expect([named, assetDecimals]).toEqual([vault, Number(decimals)])
})

test('lists the hours of the requested days, oldest first; hours without a reading are absent', () =>
  withHours(
    [
      { ago: 1, coins: '5' },
      { ago: 3, coins: '0' },
      { ago: 24, coins: '7' },
      { ago: 7 * 24 - 1, coins: '8' },
      { ago: 7 * 24, coins: '9' },
      { ago: 31 * 24 - 1, coins: '10' },
    ],
    async () => {
      const coins = async (query: string) =>
        (await read(query)).items
          .filter(({ blockNumber }) => blockNumber === '1')
          .map(({ totalAssets: all }) => BigInt(all) / 10n ** 18n)
      expect(await coins('?days=1')).toEqual([0n, 5n])
      expect(await coins('?days=2')).toEqual([7n, 0n, 5n])
      expect(await coins('')).toEqual([8n, 7n, 0n, 5n])
      expect(await coins('?days=31')).toEqual([10n, 9n, 8n, 7n, 0n, 5n])
      const { since, asOf } = await read('?days=1')
      expect(since).toBe(new Date((hourOf(asOf.timestamp) - (31 * 24 - 1) * HOUR) * 1000).toISOString())
    },
  ))

test('has 744 hours at most, whatever is stored', () =>
  withHours(
    Array.from({ length: 32 * 24 }, (_, i) => ({ ago: i + 1, coins: '1' })),
    async () => expect((await read('?days=31')).items).toHaveLength(744),
  ))

test('a vault that is listed and has not been read has no hours, and no zeros', async () => {
  const { vault2 } = net.world.contracts
  await d1.prepare(`update vault_hours set vault = '0xgone' where vault = ?`).bind(vault2.toLowerCase()).run()
  try {
    expect(await read('', vault2)).toMatchObject({ since: null, items: [] })
  } finally {
    await d1.prepare(`update vault_hours set vault = ? where vault = '0xgone'`).bind(vault2.toLowerCase()).run()
  }
})

test('refuses what the registry does not list', async () => {
  const { creatorCoin } = net.world.contracts
  for (const address of [creatorCoin, '0x0000000000000000000000000000000000000001'])
    expect(await refusal(ask('', address))).toEqual([404, 'not_a_vault'])
})

test('is an outage while the index is silent or behind, never an empty history', async () => {
  for (const [off, on] of [
    [`checked_at = checked_at - ${DAY}`, `checked_at = checked_at + ${DAY}`],
    [`head_time = head_time + ${DAY}`, `head_time = head_time - ${DAY}`],
  ]) {
    await d1.prepare(`update chains set ${off}`).run()
    const answer = await ask()
    await d1.prepare(`update chains set ${on}`).run()
    expect(await refusal(Promise.resolve(answer))).toEqual([503, 'log_index_unavailable'])
    expect(answer.headers.get('retry-after')).toBe('15')
  }
  await d1.prepare('alter table vault_hours rename to away').run()
  const answer = await ask()
  await d1.prepare('alter table away rename to vault_hours').run()
  expect(await refusal(Promise.resolve(answer))).toEqual([503, 'store_unavailable'])
})

test('answers as of minBlock or later, and not before', async () => {
  const { asOf } = await read()
  expect(Number((await read(`?minBlock=${asOf.blockNumber}`)).asOf.blockNumber)).toBeGreaterThanOrEqual(
    Number(asOf.blockNumber),
  )
  expect(await refusal(ask(`?minBlock=${Number(asOf.blockNumber) + 100_000}`))).toEqual([503, 'behind_requested_block'])
})

test.each(['?days=0', '?days=32', '?days=1e3', '?days=-1', '?days=', '?days=999999999999999'])(
  'refuses %s before it reads',
  async (query) => expect((await ask(query)).status).toBe(400),
)

test('no hour is newer than the block of the answer, while the job runs', async () => {
  for (let i = 0; i < 8; i++) {
    await askNode(net.rpcUrl, 'anvil_mine', ['0x2'])
    const [, ...answers] = await Promise.all([net.runSchedule('core'), ...Array.from({ length: 4 }, () => read())])
    for (const { items, asOf } of answers)
      for (const { blockNumber } of items) expect(Number(blockNumber)).toBeLessThanOrEqual(Number(asOf.blockNumber))
  }
})
