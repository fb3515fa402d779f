import { AgentCard } from '@a2a-js/sdk'
import { beforeEach, expect, test } from 'vitest'
import { localAgent } from '../../localnet/agent.ts'
import { RegistrationFile } from '../../schema/agents/registration.ts'
import { base } from '../../shared/chain/networks/base.ts'
import { startBeside } from '../support/startBeside.ts'
import { useNet } from '../support/useNet.ts'

const PATHS = ['agent-registration.json', 'erc8004.json', 'agent-card.json'].map((name) => `/.well-known/${name}`)
const { identityRegistry, reputationRegistry } = base.contracts

const agentWith = (fields: object) => ({ AGENT: JSON.stringify({ ...JSON.parse(localAgent), ...fields }) })

const gateway = useNet(() => startBeside('gateway'))
beforeEach(() => gateway.configure(agentWith({})))

const read = async (path: string) => (await fetch(`${gateway.host}${path}`)).json()

test('the registration file is a registration-v1 file, and 0 is an agent', async () => {
  const file = RegistrationFile.parse(await read('/.well-known/agent-registration.json'))
  expect(file.registrations).toEqual([{ agentId: 0, agentRegistry: `eip155:8453:${identityRegistry}` }])
  expect(file).toMatchObject({ active: true, x402Support: false, supportedTrust: ['reputation', 'tee-attestation'] })
})

test('documents of an agent that sells reviews say so, and where', async () => {
  await gateway.configure({ AGENT: localAgent, X402_FACILITATOR_URL: 'https://facilitator.example/x402' })
  const file = RegistrationFile.parse(await read('/.well-known/agent-registration.json'))
  const endpoint = `${gateway.host}/api/v1/agents/feedback/review`
  expect(file.x402Support).toBe(true)
  expect(file.services).toContainEqual({
    name: 'erc8004-review',
    endpoint,
    paymentProtocol: 'x402',
    paymentNetwork: 'eip155:8453',
  })
  expect(await read('/.well-known/erc8004.json')).toMatchObject({
    verifiedEndpoints: expect.arrayContaining([endpoint]),
  })
})

test('what is paid for is listed with its price, and nothing is where nothing is sold', async () => {
  const nothing = { version: 1, x402Version: 2, resources: [], items: [] }
  expect(await read('/.well-known/x402')).toEqual(nothing)
  const facilitator = { X402_FACILITATOR_URL: 'https://facilitator.example/x402' }
  const payTo = '0x00000000000000000000000000000000000000A1'
  await gateway.configure({ ...facilitator, X402_PAY_TO: payTo, X402_PRICE: '250000' })
  const resource = `${gateway.host}/api/v1/agents/feedback/review`
  expect(await read('/.well-known/x402')).toMatchObject({
    version: 1,
    resources: [resource],
    items: [
      {
        resource,
        type: 'http',
        method: 'POST',
        x402Version: 2,
        accepts: [{ scheme: 'exact', network: 'eip155:8453', asset: base.contracts.usdc, amount: '250000', payTo }],
      },
    ],
  })
  await gateway.configure({ ...facilitator, X402_PAY_TO: payTo, X402_PRICE: 'much' })
  expect(await read('/.well-known/x402')).toEqual(nothing)
})

test('all documents name the same agent, registries and host, and the two registries differ', async () => {
  const file = RegistrationFile.parse(await read('/.well-known/agent-registration.json'))
  const proof: Record<string, unknown> = JSON.parse(JSON.stringify(await read('/.well-known/erc8004.json')))
  const card = JSON.stringify(await read('/.well-known/agent-card.json'))
  expect(proof).toMatchObject({
    domain: new URL(gateway.host).host,
    agentId: file.registrations[0]?.agentId,
    agentRegistry: file.registrations[0]?.agentRegistry,
    reputationRegistry: file.reputationRegistry,
    registrationUrl: `${gateway.host}/.well-known/agent-registration.json`,
  })
  expect(file.reputationRegistry).toBe(`eip155:8453:${reputationRegistry}`)
  expect(file.reputationRegistry).not.toBe(proof['agentRegistry'])
  expect(card).toContain(file.name)
  // Whatever is not text of the operator is a URL of this host.
  for (const { endpoint } of file.services.filter((service) => /^https?:/.test(service.endpoint)))
    expect(new URL(endpoint).origin).toBe(gateway.host)
})

test('the agent card has the fields that A2A 1.0 requires, and names the interface that is served', async () => {
  const card = await read('/.well-known/agent-card.json')
  const url = `${gateway.host}/a2a`
  expect(card).toEqual({
    name: 'Lantern',
    description: expect.any(String),
    version: '1.0.0',
    url,
    preferredTransport: 'JSONRPC',
    protocolVersion: '0.3.0',
    supportedInterfaces: [
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    provider: { organization: 'Lantern', url: gateway.host },
    iconUrl: expect.stringMatching(/^data:image/),
    documentationUrl: `${gateway.host}/`,
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      session: {
        type: 'http',
        scheme: 'Bearer',
        httpAuthSecurityScheme: { scheme: 'Bearer', description: expect.any(String) },
      },
      siwa: {
        type: 'apiKey',
        in: 'header',
        name: 'X-SIWA-Receipt',
        apiKeySecurityScheme: {
          location: 'header',
          name: 'X-SIWA-Receipt',
          description: expect.stringContaining(`eip155:8453:${identityRegistry}`),
        },
      },
    },
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: expect.arrayContaining([
      {
        id: 'check-agents',
        name: expect.any(String),
        description: expect.any(String),
        tags: expect.any(Array),
        examples: expect.any(Array),
      },
    ]),
  })
})

test('the published client reads the card as it is meant: security, and the extension for payments', async () => {
  await gateway.configure({ AGENT: localAgent, X402_FACILITATOR_URL: 'https://facilitator.example/x402' })
  const card = AgentCard.fromJSON(await read('/.well-known/agent-card.json'))
  expect(card.capabilities?.extensions.map(({ uri, required }) => [uri, required])).toEqual([
    ['https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2', false],
  ])
  expect(Object.values(card.securitySchemes).map(({ scheme }) => scheme?.$case)).toEqual([
    'httpAuthSecurityScheme',
    'apiKeySecurityScheme',
  ])
  const requiring = card.skills.filter(({ securityRequirements }) => securityRequirements.length > 0)
  expect(requiring.map(({ id }) => id)).toEqual(['build-transactions', 'review-agents'])
  for (const { securityRequirements } of requiring)
    expect(securityRequirements.flatMap(({ schemes }) => Object.keys(schemes))).toEqual(['session', 'siwa'])
})

test('the registration file names A2A by its card, and no protocol that is not served', async () => {
  const file = RegistrationFile.parse(await read('/.well-known/agent-registration.json'))
  const version = '1.0'
  expect(file.services).toContainEqual({
    name: 'A2A',
    endpoint: `${gateway.host}/.well-known/agent-card.json`,
    version,
  })
  expect(await read('/.well-known/agent-card.json')).toMatchObject({
    supportedInterfaces: [{ protocolVersion: version }, {}],
  })
  expect(file.services.map(({ name }) => name)).toEqual(expect.arrayContaining(['web', 'api', 'MCP']))
})

test('they say whom the operator named, and nothing of a wallet or address that was not given', async () => {
  const named = { agentId: '9007199254740993', name: 'Harbour', wallet: undefined, email: 'hello@harbour.example' }
  await gateway.configure(agentWith(named))
  const file = RegistrationFile.parse(await read('/.well-known/agent-registration.json'))
  // Above 2^53 - 1 a JSON number would be another agent.
  expect(file.registrations[0]?.agentId).toBe('9007199254740993')
  expect(file.services.map(({ name }) => name)).toContain('email')
  expect(file.services.map(({ name }) => name)).not.toContain('agentWallet')
  expect(await read('/.well-known/agent-card.json')).toMatchObject({ name: 'Harbour' })
})

test.each(PATHS)('without an agent %s is 503 agent_not_configured, and everything else answers', async (path) => {
  await gateway.configure({})
  const answer = await fetch(`${gateway.host}${path}`)
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([503, 'agent_not_configured'])
  expect((await fetch(`${gateway.host}/.well-known/x402`)).status).toBe(200)
})

test.each([
  ['no name', { name: '' }],
  ['an id that is no number', { agentId: 'zero' }],
  ['a picture from nowhere', { image: 'javascript:alert(1)' }],
  ['a field that does not exist', { endpoint: 'https://elsewhere.example' }],
])(
  'a gateway that is told an agent with %s does not pretend: 503, and the log says what is wrong',
  async (_, wrong) => {
    await gateway.configure(agentWith(wrong))
    for (const path of PATHS)
      expect((await fetch(`${gateway.host}${path}`)).headers.get('x-error-code')).toBe('configuration_invalid')
  },
)

test('the path of the card in A2A 0.2 leads to it', async () => {
  const answer = await fetch(`${gateway.host}/.well-known/agent.json?x=1`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/.well-known/agent-card.json?x=1'])
})
