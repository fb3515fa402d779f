import { beforeAll, describe, expect, test } from 'vitest'
import { fillIndex } from '../support/fillIndex.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site', 'vault', 'auction', 'agents'] }))
beforeAll(() => fillIndex(net))

const open = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${net.host}${path}`, init)
  return { answer, text: await answer.text() }
}

// First: no answer is kept yet.
test('a list that cannot be read says so, and is not an empty list', async () => {
  const d1 = await net.database()
  await d1.exec('alter table auctions rename to auctions_away')
  try {
    const { answer, text } = await open('/auctions')
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([503, 'store_unavailable'])
    expect(text).toContain('could not be read')
    expect(text).not.toContain('No vault has held an auction yet')
    expect((await open('/auctions.md')).answer.status).toBe(503)
  } finally {
    await d1.exec('alter table auctions_away rename to auctions')
  }
})

describe.each([
  ['/vaults', () => `/vault/${net.world.contracts.vault}`, 'listExploreVaults'],
  ['/auctions', () => `/auction/${net.world.contracts.auction}`, 'listAuctions'],
  ['/agents', () => '/agent/1', 'listAgents'],
])('%s', (path, hrefOf, operationId) => {
  test('links each entity to its page, and says from which operation and block it is', async () => {
    const { answer, text } = await open(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain(`href="${hrefOf()}"`)
    expect(text).toContain(`/docs/operations/${operationId}`)
    expect(text).toMatch(/as of block \d+/)
    expect(text).toContain(`<link rel="canonical" href="${net.host}${path}"`)
  })

  test('is the same as Markdown', async () => {
    const { answer, text } = await open(`${path}.md`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toContain(`(${net.host}${hrefOf()}.md)`)
    const preferred = await open(path, { headers: { accept: 'text/markdown' } })
    expect(preferred.text).toBe(text)
  })

  test('is 404 for a cursor that no list returned', async () => {
    const { answer, text } = await open(`${path}?cursor=nonsense`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
    expect(text).toContain('/docs/errors/invalid_request')
    expect((await open(`${path}.md?cursor=nonsense`)).answer.status).toBe(404)
  })

  test('is in the sitemap', async () => {
    expect((await open('/sitemap.xml')).text).toContain(`<loc>${net.host}${path}</loc>`)
  })
})
