import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { envelope } from '../../../schema/common.ts'
import { ProtocolStatus } from '../../../schema/vault/status.ts'
import { getProtocolStatus } from '../../../functions/vault/status/getProtocolStatus.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { parseChainConfig, ROLES } from '../../../shared/chain/config.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import { Memory } from '../../../shared/cache/Memory.ts'
import { createStore } from '../../../functions/core/store/createStore.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { createVaultHours } from '../../../shared/store/vaultHours.ts'
import { ask } from '../../support/ask.ts'
import { requestsWith } from '../../account/support.ts'
import { startVaultNet } from '../startVaultNet.ts'
import { useNet } from '../../support/useNet.ts'

type Status = z.output<typeof ProtocolStatus>

const net = useNet(() => startVaultNet({ followsBlocks: true }))
beforeEach(() => net.proxy.reset())

async function read(): Promise<Status> {
  const response = await fetch(`${net.sockets['vault']}/status/protocolReport`)
  expect(response.status).toBe(200)
  return envelope(ProtocolStatus).parse(await response.json()).data
}
const checksOf = ({ sections }: Pick<Status, 'sections'>, id: string) =>
  sections.find((section) => section.id === id)?.checks ?? []
const statuses = (status: Pick<Status, 'sections'>, id: string) =>
  Object.fromEntries(checksOf(status, id).map((check) => [check.id, check.status]))
const settled = () =>
  expect.poll(async () => Object.values(statuses(await read(), 'index'))).toEqual(Array(5).fill('pass'))

interface Otherwise {
  readonly contracts?: Readonly<Record<string, string>>
  /** How many seconds it is after the newest block. */
  readonly late?: number
  readonly timeoutMs?: number
}

/** The same handler over a node without a record. */
async function readWith({ contracts = net.world.contracts, late = 0, timeoutMs = 10_000 }: Otherwise = {}) {
  const rpc = createRpc({ urls: [net.proxy.url], timeoutMs })
  const chain = createChain(parseChainConfig({ chainId: net.world.chainId, contracts }), rpc)
  const d1 = await net.database()
  const { vaults, ...store } = createStore(d1)
  const hours = createVaultHours(openDatabase(d1))
  const { timestamp } = z
    .object({ timestamp: z.string() })
    .parse(await ask(net.rpcUrl, 'eth_getBlockByNumber', 'latest', false))
  const now = () => (Number(timestamp) + late) * 1000
  const common = { baseUrl: net.api, appUrl: net.host, trustedOrigins: new Set<string>(), memory: new Memory(now) }
  const nothing = { params: undefined, query: undefined, body: undefined, principal: undefined }
  const answer = await getProtocolStatus(
    { ...nothing, request: new Request(net.api), waitUntil: () => undefined },
    { ...common, chain, store, vaults, hours, now, lendpoolLtvBps: 7000 },
  )
  if (!('data' in answer)) throw new Error('no data')
  return answer.data
}

describe('getProtocolStatus', () => {
  test('passes what is there in one upstream request, and names the roles that are not configured', async () => {
    await settled()
    net.proxy.reset()
    const status = await read()
    const { contracts } = net.world
    expect(requestsWith(net.proxy, contracts.permit2)).toBe(1)
    expect(status).toMatchObject({ chainId: 31337, asOf: { chainId: 31337, source: 'rpc' } })
    expect(status.sections.map(({ id }) => id)).toEqual(['chain', 'contracts', 'registry', 'index'])
    expect(statuses(status, 'chain')).toMatchObject({ node: 'pass', 'chain-id': 'pass' })
    const given: Readonly<Record<string, string>> = contracts
    expect(statuses(status, 'contracts')).toEqual(
      Object.fromEntries(ROLES.map((role) => [role, given[role] ? 'pass' : 'info'])),
    )
    expect(checksOf(status, 'registry')).toMatchObject([{ status: 'pass', details: '2 creator coins' }])
  })

  test('may be kept for a minute', async () => {
    const response = await fetch(`${net.sockets['vault']}/status/protocolReport`)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=60')
  })

  test('nobody keeps what it says while node or store are out of reach, and no answer of before stands in', async () => {
    const keptFor = async () => {
      const response = await fetch(`${net.sockets['vault']}/status/protocolReport`)
      const { data } = envelope(ProtocolStatus).parse(await response.json())
      const failed = data.sections.flatMap(({ checks }) => checks).filter(({ status }) => status === 'fail')
      return [response.headers.get('cache-control'), failed.map(({ id }) => id)]
    }
    net.proxy.mode = 'drop'
    expect(await keptFor()).toEqual(['no-store', ['node']])
    net.proxy.reset()
    const database = await net.database()
    await database.prepare('alter table chains rename to chains_elsewhere').run()
    try {
      expect(await keptFor()).toEqual(['no-store', ['store']])
    } finally {
      await database.prepare('alter table chains_elsewhere rename to chains').run()
    }
    expect(await keptFor()).toEqual(['public, s-maxage=60, stale-while-revalidate=60', []])
  })

  test('names no URL, whatever fails', async () => {
    net.proxy.mode = 'drop'
    expect(JSON.stringify(await read())).not.toMatch(/https?:/)
  })
})

describe('a node that is out of order', () => {
  test.each([
    ['cuts connections', 'drop', 'upstream_failed'],
    ['is rate limiting', { status: 429, retryAfter: 7 }, 'upstream_rate_limited'],
    ['is of another chain', { chainId: 1 }, 'upstream_failed'],
    ['answers garbage', { replies: () => ({ result: '0x12' }) }, 'upstream_failed'],
    ['hangs', 'hang', 'upstream_timeout'],
  ] as const)('fails, and nothing that depends on it passes: it %s', async (_, mode, code) => {
    net.proxy.mode = mode
    const status = await readWith({ timeoutMs: mode === 'hang' ? 300 : 10_000 })
    expect(checksOf(status, 'chain')[0]).toMatchObject({ status: 'fail', details: expect.stringMatching(`^${code}`) })
    expect(statuses(status, 'chain')).toMatchObject({ 'chain-id': 'warn', 'block-age': 'warn' })
    const { basenameResolver, ...configured } = statuses(status, 'contracts')
    expect([basenameResolver, ...new Set(Object.values(configured))]).toEqual(['info', 'warn'])
    expect(statuses(status, 'registry')).toEqual({ 'registry-count': 'warn' })
    expect(statuses(status, 'index')).toMatchObject({ store: 'pass', 'index-chain': 'warn' })
  })

  test.each([
    [60, 'pass'],
    [61, 'warn'],
    [600, 'warn'],
    [601, 'fail'],
  ])('shows by how much it is behind the clock: %i seconds', async (late, verdict) => {
    const [, , age] = checksOf(await readWith({ late }), 'chain')
    expect(age).toMatchObject({ id: 'block-age', status: verdict, details: `${late} seconds behind the clock` })
  })

  test('is worth a look where its newest block is more than a minute ahead of the clock', async () => {
    const verdicts = await Promise.all([-60, -61].map(async (late) => checksOf(await readWith({ late }), 'chain')[2]))
    expect(verdicts).toMatchObject([
      { status: 'pass', details: '0 seconds behind the clock' },
      { status: 'warn', details: '61 seconds ahead of the clock' },
    ])
  })

  test('returns the codes themselves if it runs no creation code', async () => {
    const whole = await readWith()
    net.proxy.mode = { refuse: ({ method, params: [call] }) => method === 'eth_call' && !('to' in Object(call)) }
    expect(statuses(await readWith(), 'contracts')).toEqual(statuses(whole, 'contracts'))
    net.proxy.mode = {
      refuse: ({ method, params: [call] }) =>
        method === 'eth_getCode' || (method === 'eth_call' && !('to' in Object(call))),
    }
    const status = await readWith()
    expect([statuses(status, 'contracts')['registry'], statuses(status, 'chain')['node']]).toEqual(['warn', 'pass'])
  })
})

describe('a configuration that is out of order', () => {
  test('fails where there is no code, and where something else is the registry', async () => {
    const { multicall3, vault } = net.world.contracts
    const status = await readWith({ contracts: { multicall3, registry: vault, vault: addressOf('stranger') } })
    expect(statuses(status, 'contracts')).toMatchObject({
      multicall3: 'pass',
      registry: 'pass',
      vault: 'fail',
      usdc: 'info',
    })
    expect(statuses(status, 'registry')).toEqual({ 'registry-count': 'fail' })
    expect(statuses(await readWith({ contracts: { multicall3 } }), 'registry')).toEqual({ 'registry-count': 'info' })
  })
})

test('a store that cannot be reached fails, and what it holds does not pass', async () => {
  const database = await net.database()
  await database.prepare('alter table chains rename to chains_elsewhere').run()
  try {
    expect(Object.values(statuses(await read(), 'index'))).toEqual(['fail', 'warn', 'warn', 'warn', 'warn'])
  } finally {
    await database.prepare('alter table chains_elsewhere rename to chains').run()
  }
})
