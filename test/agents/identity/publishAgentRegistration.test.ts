import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { agentIdentity } from '../../../schema/agents/identity.ts'
import { AsOf } from '../../../schema/common.ts'
import { IdentityReport } from '../../../schema/agents/identityReport.ts'
import { registration } from '../../../schema/agents/registration.ts'
import { dataOf, type Answer } from '../../account/support.ts'
import { startDiscoveryNet } from './startDiscoveryNet.ts'
import { useNet } from '../../support/useNet.ts'

const Publication = agentIdentity.publishAgentRegistration.responses[200].content['application/json'].schema.shape.data
const Registration =
  registration.getSocialAgentRegistration.responses[200].content['application/json'].schema.shape.data
const Report = IdentityReport.extend({ asOf: AsOf })
const PATH = '/v1/agents/publish'

const net = useNet(() => startDiscoveryNet())

const published = (answer: Answer) => dataOf(answer, Publication)

test('what the owner publishes and sends makes the agent discoverable', async () => {
  const { setAgentURI, storageStatus, storage, payloadHash, changed } = published(
    await net.post(PATH, {}, await net.as('agent')),
  )
  expect([storageStatus, changed]).toEqual(['stored', true])
  expect(setAgentURI).toMatchObject({
    to: net.world.contracts.identityRegistry,
    from: addressOf('agent'),
    value: '0',
    function: 'setAgentURI(uint256,string)',
    issues: [],
    simulation: { status: 'ok' },
  })
  // The stored bytes are those that are hashed, and the file that the host serves.
  const stored = await fetch(storage?.gatewayUrl ?? '')
  const bytes = new Uint8Array(await stored.arrayBuffer())
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  expect(payloadHash).toBe(`0x${digest}`)
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(
    await (await fetch(`${net.host}/.well-known/agent-registration.json`)).json(),
  )
  await net.send('agent', setAgentURI)
  const report = dataOf(await net.get(`/v1/agents/identity/verification?minBlock=${await net.head()}`), Report)
  expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
  expect(report).toMatchObject({ discoverabilityReady: true, tokenUriMatchesCanonical: true })
  const listing = await net.get('/agents')
  expect(listing.json).toMatchObject({
    success: true,
    count: 1,
    agents: [{ agentName: 'Lantern', agentAddress: addressOf('agent'), status: 'online' }],
    erc8004: { agentId: 0, agentRegistry: `eip155:31337:${net.world.contracts.identityRegistry}` },
  })
})

test('the same file is stored once, however often it is published', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (n) =>
      n % 2 ? net.post(PATH, {}, await net.as('agent')) : net.post(PATH, {}, await net.as('admin')),
    ),
  )
  const all = answers.map(published)
  expect(new Set(all.map(({ storage }) => storage?.uri)).size).toBe(1)
  expect(all.every(({ changed }) => !changed)).toBe(true)
  const elsewhere = dataOf(await net.post('/social/agent-registration', {}, await net.as('voter')), Registration)
  expect(elsewhere).toMatchObject({
    storageStatus: 'stored',
    storage: all[0]?.storage,
    payloadHash: all[0]?.payloadHash,
  })
})

test('the answer names the key that an administrator’s call needs', async () => {
  const { setAgentURI, storageStatus } = published(
    await net.post(PATH, { storeInStorage: false }, await net.as('admin')),
  )
  expect(setAgentURI.from).toBe(addressOf('agent'))
  expect(storageStatus).toBe('skipped')
})

describe('nobody else publishes', () => {
  test('a stranger is 403', async () => {
    expect((await net.post(PATH, {}, await net.as('stranger'))).code).toBe('forbidden')
  })

  test('nor the former owner of an agent that was transferred', async () => {
    await net.chain.send('agent', net.registry, 'transferFrom', [addressOf('agent'), addressOf('voter'), 0])
    try {
      expect((await net.post(PATH, {}, await net.as('agent'))).code).toBe('forbidden')
      expect((await net.post(PATH, {}, await net.as('voter'))).status).toBe(200)
    } finally {
      await net.chain.send('voter', net.registry, 'transferFrom', [addressOf('voter'), addressOf('agent'), 0])
    }
  })
})
