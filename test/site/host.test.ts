import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'
import { localAgent } from '../../localnet/agent.ts'

const net = useNet(() =>
  startLocalnet({
    families: ['site', 'vault', 'auction', 'agents', 'status', 'mcp', 'chatapp', 'token'],
    variables: { AGENT: localAgent },
  }),
)

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const EVIL = 'evil.example'

/** Headers and body of a path, requested at another host. */
async function askAt(host: string, path: string, accept: string): Promise<{ status: number; whole: string }> {
  const sent = request(`${net.host}${path}`, {
    headers: { host, accept, 'x-forwarded-host': host, forwarded: `host=${host}` },
  })
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, whole: `${JSON.stringify(answer.headers)}\n${await text(answer)}` }
}

describe('security: the host that a request names is in no page, card or document', () => {
  const paths = () => {
    const { vault, auction, launchArm } = net.world.contracts
    return [
      '/',
      '/api',
      '/status',
      '/docs/guides/building',
      '/docs/guides/building.md',
      '/docs/building.md',
      '/docs/errors/rate_limited',
      '/docs/operations/getGaugeEpoch',
      '/nothing',
      '/docs/nothing',
      `/vault/${vault}`,
      `/vault/${vault}.md`,
      `/vault/${vault}/card.png`,
      `/vault/${auction}`,
      `/auction/${auction}`,
      `/auction/${launchArm}.md`,
      '/agent/0',
      '/agent/999999',
      '/chatapp/link',
      '/mcp/server-card',
      '/openapi.json',
      '/openapi.yaml',
      '/api/v1/spec.json/',
      '/api/v1/nothing',
      '/.well-known/agent-card.json',
      '/.well-known/agent-registration.json',
      '/.well-known/agent-skills/index.json',
      '/.well-known/ai-catalog.json',
      '/.well-known/api-catalog',
      '/.well-known/arazzo.yaml',
      '/.well-known/mcp/server-card.json',
      '/.well-known/security.txt',
      '/.well-known/x402',
      '/llms.txt',
      '/llms-full.txt',
      '/robots.txt',
      '/sitemap.xml',
    ]
  }

  test.each([
    ['a browser', BROWSER],
    ['a program', 'application/json'],
    ['a model', 'text/markdown'],
  ])('asked for by %s', async (_, accept) => {
    const own = new URL(net.host).host
    for (const path of paths()) {
      const { status, whole } = await askAt(EVIL, path, accept)
      expect([path, whole.includes(EVIL)]).toEqual([path, false])
      expect([path, status]).toEqual([path, (await askAt(own, path, accept)).status])
    }
  })

  test('the policy of a page names the files of the host as it is configured, and of a localnet by both names', async () => {
    for (const path of ['/', '/nothing', `/vault/${net.world.contracts.vault}`]) {
      const { whole } = await askAt(EVIL, path, BROWSER)
      for (const origin of [net.host, net.host.replace('127.0.0.1', 'localhost')])
        expect([path, origin, whole.includes(`${origin}/assets/page.`)]).toEqual([path, origin, true])
    }
  })
})

test.each([
  '/docs/%E0%A4%A',
  '/docs/guides/%',
  '/docs/errors/%zz',
  '/%E0%A4%A',
  '/vault/%E0%A4%A',
  '/vault/%E0%A4%A.md',
  '/vault/%E0%A4%A/card.png',
  '/agent/%',
  '/chatapp/%E0%A4%A',
  '/mcp/x/%E0%A4%A',
  '/.well-known/%E0%A4%A',
  '/api/v1/spec/%E0%A4%A.json',
  '/api/v1/vault/%E0%A4%A/report',
])('security: %s, whose escapes are malformed, is an error of its sender', async (path) => {
  for (const accept of [BROWSER, 'application/json', 'text/markdown']) {
    const { status } = await askAt(new URL(net.host).host, path, accept)
    expect([path, [400, 404].includes(status)]).toEqual([path, true])
  }
})
