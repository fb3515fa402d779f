import { expect, test } from 'vitest'
import { REGISTRATION_TYPE } from '../../../schema/agents/registration.ts'
import { judge } from '../../../functions/agents/review/judge.ts'
import { probeAgent } from '../../../functions/agents/review/probeAgent.ts'
import type { OutsideResult } from '../../../shared/outside/ReadOutside.ts'

const REGISTRY = '0x21dF544947ba3E8b3c32561399E88B52Dc8b2823'
const agent = { chainId: 8453, identityRegistry: REGISTRY, agentId: 7n } as const
const onchain = { owner: REGISTRY, uri: 'data:', wallet: REGISTRY } as const
const services = [
  { name: 'A2A', endpoint: 'https://agent.example/a2a' },
  { name: 'web', endpoint: 'https://agent.example' },
]
const whole = {
  type: REGISTRATION_TYPE,
  name: 'Harbour',
  description: 'Finds moorings',
  image: 'https://agent.example/image.png',
  services,
  active: true,
  registrations: [{ agentId: 7, agentRegistry: `eip155:8453:${REGISTRY}` }],
}

/** Judges an agent by its file. Every endpoint answers; `called` are the URLs that were read. */
async function judged(file: unknown) {
  const called: string[] = []
  const read = async (uri: string): Promise<OutsideResult> => {
    called.push(uri)
    const bytes = new TextEncoder().encode(JSON.stringify(file))
    return { ok: true, finalUrl: uri, status: 200, contentType: 'application/json', bytes }
  }
  const probed = await probeAgent({ agent, registrationUri: 'data:', endpoint: undefined }, read, () => 0)
  const { checks } = judge(onchain, probed)
  const failed = checks.filter(({ passed }) => !passed).map(({ id }) => id)
  const detail = checks.map((check) => check.detail).join(' ')
  return { failed, detail, called: called.slice(1), registration: probed.registration }
}

test('a complete file passes every check', async () => {
  expect(await judged(whole)).toMatchObject({ failed: [], registration: { valid: true } })
})

test.each(['registrations', 'image', 'description', 'type'] as const)(
  'a file without %s fails for that alone: its endpoints and its state still count',
  async (name) => {
    const { [name]: _, ...rest } = whole
    const { failed, detail, called, registration } = await judged(rest)
    expect(failed).toEqual(['registration-payload'])
    expect(detail).toContain(`missing or invalid: ${name}.`)
    expect(called).toEqual(['https://agent.example/a2a'])
    expect(registration).toMatchObject({ valid: false, name: 'Harbour', serviceCount: 2, active: true, payload: null })
  },
)

test('older names of fields are read: endpoints for services, url for endpoint', async () => {
  const { services: _, ...rest } = whole
  const endpoints = services.map(({ name, endpoint }) => ({ name, url: endpoint }))
  for (const file of [
    { ...rest, endpoints },
    { ...rest, services: endpoints },
    { ...rest, endpoints: services },
  ]) {
    const { failed, called } = await judged(file)
    expect(failed).toEqual(['registration-payload'])
    expect(called).toEqual(['https://agent.example/a2a'])
  }
})

test('an endpoint with a placeholder is a finding, and is not called', async () => {
  const templates = services.map(({ name, endpoint }) => ({ name, endpoint: `${endpoint}/{agentId}` }))
  const { failed, detail, called } = await judged({ ...whole, services: templates })
  expect(failed).toEqual(['service-availability'])
  expect(detail).toContain('names no endpoint with a complete http URL')
  expect(called).toEqual([])
})

test.each([null, 'text', [], [whole], { services: 'x' }, { services: [null, 1, { endpoint: 5 }] }, { endpoints: {} }])(
  'security: %j as a file is a finding, never a fault',
  async (file) => {
    const { failed, called } = await judged(file)
    expect(failed).toEqual(expect.arrayContaining(['registration-payload', 'service-availability', 'discoverability']))
    expect(called).toEqual([])
  },
)
