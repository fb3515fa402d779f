import { expect, test } from 'vitest'
import * as z from 'zod'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { requestsWith } from '../../account/support.ts'
import { startDiscoveryNet } from './startDiscoveryNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startDiscoveryNet({ families: ['account', 'agents', 'mcp', 'site', 'social'] }))

/** Every URL in a document, those in texts left out. */
function urlsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:\/\/\S+$/.test(value) && !value.includes('{') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : []
}

test('the status is that of a check, and says when it was made', async () => {
  const before = Date.now()
  const { json, headers } = await net.get('/agents')
  expect(json).toMatchObject({
    success: true,
    count: 1,
    agents: [{ agentName: 'Lantern', agentAddress: addressOf('agent'), agentWebsite: net.host, status: 'degraded' }],
    erc8004: { agentId: 0, chainId: 31337, supportedTrust: ['reputation', 'tee-attestation'] },
  })
  const [agent] = z.object({ agents: z.array(z.object({ lastChecked: z.string() })) }).parse(json).agents
  expect(Date.parse(agent?.lastChecked ?? '')).toBeGreaterThanOrEqual(before - 1000)
  expect(Number(headers.get('x-as-of-block'))).toBeGreaterThan(0)
})

test('every URL of every document about the agent answers, and names only what is served', async () => {
  const documents = await Promise.all(
    [
      '/.well-known/agent-registration.json',
      '/.well-known/erc8004.json',
      '/.well-known/agent-card.json',
      '/api/agents',
      '/api/v1/agents/identity/verification',
    ].map(async (path) => (await fetch(`${net.host}${path}`)).json()),
  )
  // Endpoints of protocols take a POST: test/laws/discovery asks them.
  const isEndpoint = (url: string) => /\/(?:mcp|a2a)$/.test(url)
  const urls = [...new Set(documents.flatMap(urlsIn))].filter((url) => url.startsWith(net.host) && !isEndpoint(url))
  expect(urls.length).toBeGreaterThan(8)
  // The interface of A2A answers requests alone.
  const ask = (url: string) =>
    url === `${net.host}/a2a`
      ? fetch(url, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: {} }) })
      : fetch(url)
  const answers = await Promise.all(urls.map(async (url) => [url, (await ask(url)).status] as const))
  // The base of the API is its page.
  expect(answers.filter(([, status]) => status !== 200)).toEqual([])
})

test('the check is made again only after ten minutes, and lasts while no node answers', async () => {
  await net.get('/agents')
  net.proxy.reset()
  await net.chain.mine(1, 1)
  await net.withVariables({ LOG_LEVEL: 'error' }, async () => {
    net.proxy.mode = 'drop'
    try {
      expect((await net.get('/agents')).status).toBe(200)
      expect(requestsWith(net.proxy, net.world.contracts.identityRegistry)).toBe(0)
    } finally {
      net.proxy.reset()
    }
  })
})

test('a status that could not be checked for ten minutes is unknown, and nobody keeps that', async () => {
  const Listing = z.object({ agents: z.tuple([z.looseObject({ lastChecked: z.string() })]) })
  const [before] = Listing.parse((await net.get('/agents')).json).agents
  net.proxy.mode = 'drop'
  try {
    await net.withVariables({ LOG_LEVEL: 'error' }, async () => {
      await net.changeTime('agents', { aheadMs: 10 * 60_000 })
      const { json, headers } = await net.get('/agents')
      expect(Listing.parse(json).agents[0]).toMatchObject({
        agentName: 'Lantern',
        agentAddress: null,
        status: 'unknown',
        lastChecked: before.lastChecked,
      })
      expect([headers.get('cache-control'), headers.get('x-as-of-block')]).toEqual(['no-store', null])
    })
  } finally {
    net.proxy.reset()
    await net.changeTime('agents', { aheadMs: 0 })
  }
})
