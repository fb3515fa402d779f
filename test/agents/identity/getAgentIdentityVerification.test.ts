import { describe, expect, test } from 'vitest'
import { localAgent } from '../../../localnet/agent.ts'
import { publishAgent } from '../../../localnet/publish.ts'
import { HOSTILE } from '../../../localnet/web/pages.ts'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { IdentityReport } from '../../../schema/agents/identityReport.ts'
import { AsOf } from '../../../schema/common.ts'
import { dataOf, requestsWith } from '../../account/support.ts'
import { startDiscoveryNet } from './startDiscoveryNet.ts'
import { useNet } from '../../support/useNet.ts'

const Report = IdentityReport.extend({ asOf: AsOf })
const PATH = '/v1/agents/identity/verification'

const net = useNet(() => startDiscoveryNet())

/** The report as of the newest block. */
const verify = async () => dataOf(await net.get(`${PATH}?minBlock=${await net.head()}`), Report)
const failed = ({ checks }: { checks: readonly { id: string; passed: boolean }[] }) =>
  checks.filter(({ passed }) => !passed).map(({ id }) => id)

describe('an agent whose file on chain is another one than this host serves', () => {
  test('reads so in the report, and everything else is in order', async () => {
    const report = await verify()
    expect(failed(report)).toEqual(['token-uri-matches-canonical'])
    expect(report).toMatchObject({
      agentId: 0,
      agentRegistered: true,
      ownerAddress: addressOf('agent'),
      agentWallet: addressOf('agent'),
      walletBoundToCanonical: true,
      discoverabilityReady: false,
      tokenUriIsStrictImmutable: true,
      rpcHealthy: true,
      stale: false,
      onchainRegistration: { source: 'data', fetched: true, valid: true, name: 'Lantern' },
      endpoint: { source: 'feedback-payload', ok: true, status: 200 },
      mirrors: { registration: { reachable: true, matchesCanonical: true, agentIdMatches: true } },
      teeAttestation: { enabled: true, passed: true, reason: 'attested', validationCount: '1', averageResponse: 100 },
    })
    expect(report.checks.map(({ id }) => id)).toHaveLength(9)
  })

  test('is read with one request to the node', async () => {
    await verify()
    const minBlock = await net.head()
    await net.chain.mine(1, 1)
    net.proxy.reset()
    await net.get(`${PATH}?minBlock=${minBlock + 1}`)
    expect(requestsWith(net.proxy, net.world.contracts.identityRegistry)).toBe(1)
  })

  test('repeats for strangers without more requests to others', async () => {
    await verify()
    const visits = net.web.visits.length
    for (let i = 0; i < 5; i++) {
      await net.chain.mine(1, 1)
      await verify()
    }
    expect(net.web.visits.length).toBe(visits)
  })
})

describe('the URI on chain', () => {
  test.each([
    ['redirects to loopback', `${HOSTILE}/to-loopback`, 'not public'],
    ['is a gigabyte long', `${HOSTILE}/huge`, 'longer than'],
    ['never answers', `${HOSTILE}/silent`, 'time'],
    ['is an address of this machine', 'http://127.0.0.1:1/agent.json', ''],
    ['is a scheme that is never read', 'file:///etc/passwd', ''],
    ['is empty', '', 'no URI'],
    ['is no registration file', 'data:application/json,{"name":"Lantern"}', 'registration-v1'],
    ['is nested without end', `data:application/json,${'['.repeat(4000)}${']'.repeat(4000)}`, 'nested'],
    ['is not JSON', 'data:text/plain,hello', 'JSON'],
  ])(
    'that %s fails its checks, and no other',
    async (_, uri, reason) => {
      await net.setUri(uri)
      const report = await verify()
      expect(failed(report)).toContain('token-uri-matches-canonical')
      expect(failed(report).every((id) => id.startsWith('token-uri'))).toBe(true)
      expect(report.onchainRegistration).toMatchObject({ valid: false, payload: null })
      expect(report.onchainRegistration.error).toContain(reason)
    },
    30_000,
  )

  test('on IPFS is read, and counts as immutable', async () => {
    await net.setUri(await net.web.pin(JSON.stringify(await registration())))
    const report = await verify()
    expect(failed(report)).toEqual([])
    expect(report.onchainRegistration).toMatchObject({ source: 'ipfs', valid: true })
  })

  test('on a host of its own is read, and does not count as immutable', async () => {
    net.web.put('https://lantern.example/agent.json', { body: JSON.stringify(await registration()) })
    await net.setUri('https://lantern.example/agent.json')
    expect(failed(await verify())).toEqual(['token-uri-immutable'])
  })

  test('whose file names endpoints of a host that does not name the agent proves nothing about that host', async () => {
    const file = await registration()
    const stolen = { ...file, services: [{ name: 'web', endpoint: 'https://harbour.example/' }] }
    await net.setUri(`data:application/json,${encodeURIComponent(JSON.stringify(stolen))}`)
    const report = await verify()
    expect(failed(report)).toEqual(['token-uri-matches-canonical', 'endpoint-domains'])
    expect(report.checks.find(({ id }) => id === 'endpoint-domains')?.detail).toContain('harbour.example')
  })
})

test('an agent whose owner has published this host’s file is in order, as npm start leaves it', async () => {
  await publishAgent({ ...net, rpcUrl: net.proxy.url, identityRegistry: net.world.contracts.identityRegistry })
  const report = await verify()
  expect(failed(report)).toEqual([])
  expect(report).toMatchObject({ discoverabilityReady: true, tokenUriMatchesCanonical: true })
})

const registration = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await (await fetch(`${net.host}/.well-known/agent-registration.json`)).text())

test('an agent without a wallet on chain fails the check of its wallet', async () => {
  await net.chain.send('agent', net.registry, 'unsetAgentWallet', [0])
  const report = await verify()
  expect(failed(report)).toContain('canonical-agent-wallet')
  expect(report).toMatchObject({ agentWallet: null, walletBoundToCanonical: false })
})

test('an agent that does not exist is not registered, which is an answer', async () => {
  const agent = { ...JSON.parse(localAgent), agentId: '99' }
  await net.withVariables({ AGENT: JSON.stringify(agent) }, async () => {
    const report = await verify()
    expect(report).toMatchObject({ agentId: 99, agentRegistered: false, ownerAddress: null, tokenUri: null })
    expect(failed(report)).toContain('onchain-registration')
  })
})

describe('while no node answers', () => {
  test('the last good report is served, marked stale; without one it is an outage', async () => {
    const good = await verify()
    net.proxy.mode = 'drop'
    try {
      await net.withVariables({ LOG_LEVEL: 'error' }, async () => {
        const answer = await net.get(PATH)
        const report = dataOf(answer, Report)
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(report).toMatchObject({ stale: true, rpcHealthy: false, checkedAt: good.checkedAt })
        expect(report.asOf).toMatchObject({ source: 'stale', blockNumber: good.asOf.blockNumber })
        const other = { ...JSON.parse(localAgent), agentId: '1' }
        await net.withVariables({ AGENT: JSON.stringify(other), LOG_LEVEL: 'error' }, async () => {
          expect((await net.get(PATH)).code).toBe('upstream_failed')
        })
      })
    } finally {
      net.proxy.reset()
    }
  })

  /** Answers without a node, after a good report was made. */
  async function withoutNode(work: () => Promise<void>): Promise<void> {
    await verify()
    net.proxy.mode = 'drop'
    try {
      await net.withVariables({ LOG_LEVEL: 'error' }, work)
    } finally {
      net.proxy.reset()
    }
  }

  test('a report is served until it is ten minutes old', () =>
    withoutNode(async () => {
      try {
        await net.changeTime('agents', { aheadMs: 9 * 60_000 })
        expect(dataOf(await net.get(PATH), Report)).toMatchObject({ stale: true })
        await net.changeTime('agents', { aheadMs: 10 * 60_000 })
        const { status, code, headers } = await net.get(PATH)
        expect([status, code, headers.get('cache-control')]).toEqual([502, 'upstream_failed', 'no-store'])
      } finally {
        await net.changeTime('agents', { aheadMs: 0 })
      }
    }))

  test('a report of another chain with the same id is not served', () =>
    withoutNode(async () => {
      const database = await net.database()
      const { genesis } = (await database.prepare('select genesis from chains').first<{ genesis: string }>()) ?? {}
      // A run of the index job that had begun before may add the chain again meanwhile.
      const become = (hash: unknown) => database.prepare('update or replace chains set genesis = ?').bind(hash).run()
      await become(`0x${'11'.repeat(32)}`)
      try {
        expect((await net.get(PATH)).code).toBe('upstream_failed')
      } finally {
        await become(genesis)
      }
      expect(dataOf(await net.get(PATH), Report)).toMatchObject({ stale: true })
    }))
})
