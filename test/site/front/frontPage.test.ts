import { beforeAll, describe, expect, test } from 'vitest'
import * as sources from '../../../functions/site/live/front/sources.ts'
import { OPERATIONS } from '../../../schema/index.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { useNet } from '../../support/useNet.ts'

let html: string
let policy: string | null
const net = useNet(() => startLocalnet({ families: ['site', 'vault'] }))
beforeAll(async () => {
  const answer = await fetch(net.host)
  policy = answer.headers.get('content-security-policy')
  html = await answer.text()
})

const all = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
/** Text of a page, without its marks. */
const textOf = (page: string) => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe('the front page', () => {
  test('says what this is, who it is for and what it does, without script', () => {
    expect(textOf(html)).toMatch(/What a creator vault is .* Who this is for .* What it answers and builds/)
    expect(html).toContain('<noscript>')
  })

  test('loads files of the host alone, and has no script or style of its own', () => {
    const hosts = [net.host, net.host.replace('127.0.0.1', 'localhost')]
    const file = (name: string) =>
      hosts.map((host) => `${host}/assets/${name.replace('.', '\\.[0-9a-f]{12}\\.')}`).join(' ')
    const scripts = ['page.js', 'front.js', 'search.js', 'status.js', 'try.js', 'review.js'].map(file).join(' ')
    expect(policy).toMatch(
      new RegExp(
        `^default-src 'none'; script-src ${scripts}; style-src ${file('site.css')}; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$`,
      ),
    )
    for (const [, path = ''] of html.matchAll(/(?:<script[^>]* src|rel="stylesheet" href)="([^"]+)"/g))
      expect(policy?.split(/[ ;]+/)).toContain(`${net.host}${path}`)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/assets\/)/)
  })

  test('names the operations that its pictures come from, which exist', () => {
    const named = [...html.matchAll(/\/docs\/operations\/(\w+)/g)].map(([, id]) => id)
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((id) => !all.some(({ operationId }) => operationId === id))).toEqual([])
  })

  test('has a first call that works as it stands, for this host', async () => {
    const url = /curl[^"]*"(http[^"]+)"/.exec(textOf(html).replaceAll('&quot;', '"'))?.[1] ?? ''
    expect(new URL(url).origin).toBe(net.host)
    expect((await fetch(url)).status).toBe(200)
    expect(html).toContain(`${net.host}/mcp`)
    expect(html).not.toContain('localnet.invalid')
  })

  test('has a picture for previews, which is a PNG', async () => {
    const image = /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const answer = await fetch(image)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

const { MOST_VAULTS } = sources
const read = [
  sources.STATUS,
  sources.VAULTS,
  sources.LOTTERY,
  sources.GAUGE,
  sources.AUCTIONS,
  sources.reportOf('{address}'),
]

test.each(read.map((source) => [source.operationId, source] as const))(
  '%s is read by its path, and not more often than every 15 seconds',
  (operationId, { path, everySeconds }) => {
    const operation = all.find((one) => one.operationId === operationId)
    expect(operation?.path).toBe(path.split('?')[0])
    expect(everySeconds).toBeGreaterThanOrEqual(15)
  },
)

test('makes at most nine reads when it opens', () => {
  // The status, the lists of vaults and auctions, the lottery, the gauge; a report and a history for each vault.
  expect(5 + 2 * MOST_VAULTS).toBeLessThanOrEqual(9)
})
