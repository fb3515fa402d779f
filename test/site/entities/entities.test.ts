import { beforeAll, describe, expect, test, vi } from 'vitest'
import { formatUnits, toFunctionSelector } from 'viem'
import { localAgent } from '../../../localnet/agent.ts'
import { askNode } from '../../../localnet/askNode.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { decodePng } from '../../support/decodePng.ts'
import { fillIndex } from '../../support/fillIndex.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() =>
  startLocalnet({
    families: ['site', 'vault', 'auction', 'agents', 'token', 'lottery', 'gauge'],
    variables: { AGENT: localAgent },
    past: true,
  }),
)
beforeAll(() => fillIndex(net))

const open = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`${net.host}${path}`, init)
  return { answer, html: await answer.text() }
}

/** Text of a page, without its marks. */
const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const grouped = (amount: bigint, decimals = 18) => {
  const [whole = '', fraction] = formatUnits(amount, decimals).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`
}
const call = async (to: string, signature: string): Promise<bigint> =>
  BigInt(String(await askNode(net.rpcUrl, 'eth_call', [{ to, data: toFunctionSelector(signature) }, 'latest'])))

describe('the page of a vault', () => {
  test('has the assets that the vault has on chain, all digits, and says as of when', async () => {
    const { vault } = net.world.contracts
    const { answer, html } = await open(`/vault/${vault.toLowerCase()}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toContain(`title="${grouped(await call(vault, 'totalAssets()'))}"`)
    expect(textOf(html)).toMatch(/as of block \d+ , \d{4}-\d\d-\d\d/)
    expect(html).toContain(`<link rel="canonical" href="${net.host}/vault/${vault}"`)
  })

  test('links each part to the operation that it comes from, and names its card', async () => {
    const { vault } = net.world.contracts
    const { html } = await open(`/vault/${vault}`)
    for (const id of ['getVaultReport', 'getVaultStrategies', 'getVaultHistory'])
      expect(html).toContain(`/docs/operations/${id}`)
    expect(html).toContain(`<meta property="og:image" content="${net.host}/vault/${vault}/card.png"`)
  })

  test('may be kept no longer than its reads, and is answered 304 while it is the same', async () => {
    const { answer } = await open(`/vault/${net.world.contracts.vault}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
    const etag = answer.headers.get('etag') ?? ''
    const again = await open(`/vault/${net.world.contracts.vault}`, { headers: { 'if-none-match': etag } })
    expect([again.answer.status, again.html]).toEqual([304, ''])
  })

  test('loads files of the host alone, and has no script or style of its own', async () => {
    const { answer, html } = await open(`/vault/${net.world.contracts.vault}`)
    expect(answer.headers.get('content-security-policy')).toContain(`script-src ${net.host}/assets/page.`)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]* src="\/assets\/)/)
    for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect((await open(file)).answer.status, file).toBe(200)
  })

  test('explains shares, and shows the picture of the token, its votes and its jackpot as the API answers them', async () => {
    const { vault, creatorCoin, shareToken } = net.world.contracts
    const { html } = await open(`/vault/${vault}`)
    const text = textOf(html)
    expect(html).toContain(`/api/v1/token/${shareToken}/image?`)
    expect(text).toMatch(/has issued 3\.8\d+B vault shares; 1,000 of them wrap into one share token/)
    const { data: jackpot } = JSON.parse((await open(`/api/v1/lottery/creator/${creatorCoin}`)).html)
    expect(text).toContain(`Tickets and wins so far ${jackpot.entries} and ${jackpot.winners}`)
    expect(text).toMatch(/75% of the votes of epoch \d+/)
    expect(html).toContain(`/docs/operations/buildGaugeVote?vaults=%5B%22${vault}%22%5D#try-it`)
    // The number of strategies is no check.
    expect(/id="checks".*/s.exec(html)?.[0]).not.toContain('Strategies <small>')
  })

  test('lists its auctions, which lead back to it', async () => {
    const { vault, auction, auctionGraduated, auctionFailed } = net.world.contracts
    const { html } = await open(`/vault/${vault}`)
    for (const id of [auction, auctionGraduated, auctionFailed]) {
      expect(html).toContain(`href="/auction/${id}"`)
      expect((await open(`/auction/${id}`)).html).toContain(`href="/vault/${vault}"`)
    }
    // Of the others of the token, not of itself.
    const { html: own } = await open(`/auction/${auctionFailed}`)
    expect(own).toContain(`href="/auction/${auctionGraduated}"`)
    expect(own.match(new RegExp(`href="/auction/${auctionFailed}"`))).toBeNull()
  })

  test('draws its assets from the first minute, from readings of past blocks', async () => {
    const { vault } = net.world.contracts
    const { html } = await open(`/vault/${vault}`)
    expect(textOf(html)).toMatch(/\d+ hours with a reading in the last 27 days, and now/)
    const { data } = JSON.parse((await open(`/api/v1/vault/${vault}/history?days=31`)).html)
    expect(html).toMatch(
      new RegExp(`aria-label="Assets over 27 days, .*: first ${grouped(BigInt(data.items[0].totalAssets))}`),
    )
  })
})

describe('the page of an auction', () => {
  test('has the number of bids that the auction has on chain, a picture and a table of them', async () => {
    const { auction } = net.world.contracts
    const { answer, html } = await open(`/auction/${auction}`)
    expect(answer.status).toBe(200)
    expect(textOf(html)).toContain(`Bids so far ${await call(auction, 'nextBidId()')}`)
    expect(html).toContain('class="depth"')
    expect(textOf(html)).toMatch(/All \d+ bids offer/)
    expect(html.match(/<svg class="line"[^>]*aria-label="([^"]*)"/)?.[1]).toMatch(/^Clearing price: .* at block \d+$/)
  })

  test('of a launch arm leads to its auction, to the vault, its votes and its jackpot, and to a bid', async () => {
    const { launchArm, auction, vault } = net.world.contracts
    const { html } = await open(`/auction/${launchArm}`)
    expect(html).toContain(`<link rel="canonical" href="${net.host}/auction/${auction}"`)
    for (const path of [`/vault/${vault}`, `/vault/${vault}#votes`, `/vault/${vault}#jackpot`])
      expect(html).toContain(`href="${path}"`)
    expect(html).toContain(`/docs/operations/buildAuctionSubmitBid?auction=${auction}#try-it`)
  })

  test('that has ended says when, in words what comes next, and its prices end there', async () => {
    const { auctionGraduated, auctionFailed } = net.world.contracts
    for (const [id, words] of [
      [auctionGraduated, 'ended, tokens can be claimed'],
      [auctionFailed, 'failed, bids are refunded'],
    ] as const) {
      const { html } = await open(`/auction/${id}`)
      const end = await call(id, 'endBlock()')
      const { timestamp } = Object(await askNode(net.rpcUrl, 'eth_getBlockByNumber', [`0x${end.toString(16)}`, false]))
      expect(textOf(html)).toMatch(new RegExp(`Ended \\d+ \\w+ \\d\\d:\\d\\d UTC block ${end}`))
      expect(html).toContain(`title="${new Date(Number(timestamp) * 1000).toISOString()}"`)
      expect(textOf(html)).toContain(words)
      expect(html).not.toMatch(/ClaimReady|LaunchFailed/)
      expect(html.match(/<svg class="line"[^>]*aria-label="([^"]*)"/)?.[1]).toMatch(new RegExp(` at block ${end}$`))
    }
  })

  test('differs from another of the same token by its title', async () => {
    const { auction, auctionGraduated } = net.world.contracts
    const titles = await Promise.all(
      [auction, auctionGraduated].map(async (id) => /<h1>(.*?)<\/h1>/.exec((await open(`/auction/${id}`)).html)?.[1]),
    )
    expect(titles).toEqual([auction, auctionGraduated].map((id) => `AURORA auction ${id.slice(0, 6)}…${id.slice(-4)}`))
  })
})

describe('a contract that answers as a genuine one, but that nothing proves', () => {
  const copies = async () => {
    const { vault, auction } = net.world.contracts
    const made = []
    // One after the other: the node gives two that it gets from one account at once the same nonce now and then.
    for (const [kind, target] of Object.entries({ vault, auction })) {
      const copy = await deployAltered(net.rpcUrl, target, {})
      made.push({ path: `/${kind}/${copy}`, kind, genuine: `/${kind}/${target}` })
    }
    return made
  }

  test('is called unconfirmed on its page and in its Markdown, has no name or card in previews, and no search engine keeps it', async () => {
    for (const { path, kind } of await copies())
      for (const form of [path, `${path}.md`]) {
        const { answer, html } = await open(form)
        expect([answer.status, answer.headers.get('x-robots-tag')], form).toEqual([200, 'noindex'])
        expect(html).toContain('This service could not confirm this contract: it counts as proven only if')
        expect(html).toContain(`Unconfirmed ${kind} 0x`)
        if (form !== path) continue
        const [head = ''] = /<head>.*<\/head>/s.exec(html) ?? []
        expect(head).toContain('<meta name="robots" content="noindex"')
        expect(head).not.toMatch(/og:image|summary_large_image|AURORA|card\.png/)
        const { answer: card } = await open(`${path}/card.png`)
        expect([card.status, card.headers.get('x-error-code')]).toEqual([404, 'not_found'])
      }
  })

  test('differs from the genuine one, which says what proves it', async () => {
    for (const { genuine } of await copies())
      for (const form of [genuine, `${genuine}.md`]) {
        const { answer, html } = await open(form)
        expect([answer.status, answer.headers.get('x-robots-tag')], form).toEqual([200, null])
        expect(html).toMatch(/Provenance: .*(confirms|names) it/)
        expect(html).not.toMatch(/could not confirm|noindex/)
      }
  })
})

test('the page of an agent says who rated it, and whether what they refer to is what they wrote', async () => {
  const { answer, html } = await open('/agent/0')
  expect(answer.status).toBe(200)
  const { data } = JSON.parse((await open('/api/v1/agents/feedback?agentId=0&mode=indexed')).html)
  expect(data.feedback.length).toBeGreaterThan(0)
  for (const { clientAddress } of data.feedback) expect(html).toContain(clientAddress)
  expect(textOf(html)).toMatch(/verified: its file has|its file could not be read|no file to verify/)
})

test('the page of another agent has the name of its registration file, and its owner', async () => {
  const { data } = JSON.parse((await open('/api/v1/agents?agentId=1')).html)
  const { html } = await open('/agent/1')
  expect(html).toContain('<h1>Harbour</h1>')
  expect(html).toContain(data.agents[0].owner)
  expect((await open('/agent/1.md')).html).toMatch(/^# Harbour\n/)
})

test('the page of an agent has a mean for each tag, and none over different scales', async () => {
  const { html } = await open('/agent/0')
  const { data } = JSON.parse((await open('/api/v1/agents/feedback?agentId=0')).html)
  expect(data.byTag.length).toBeGreaterThan(1)
  for (const { tag1, displayValue } of data.byTag)
    expect(textOf(html)).toMatch(new RegExp(`${tag1}.* ${displayValue} `))
  expect(html).not.toContain(`>${data.summary.displayValue}<`)
})

test.each([
  ['/vault/0x0000000000000000000000000000000000000001', 'not_a_contract'],
  ['/vault/nothing', 'not_found'],
  ['/vault/%3Cscript%3E', 'not_found'],
  ['/vault/%', 'not_found'],
  ['/vault/0x%E2%80%AEabc', 'not_found'],
  ['/auction/0x00', 'not_found'],
  ['/agent/99999999', 'agent_not_found'],
  ['/agent/-1', 'not_found'],
])('%s is 404, a page that says so', async (path, code) => {
  const { answer, html } = await open(path)
  expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get('cache-control')]).toEqual([
    404,
    code,
    'no-store',
  ])
  expect(html).toContain(`/docs/errors/${code}`)
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('\u202e')
})

const blockIn = (text: string) => / as of block (\d+)\./.exec(text)?.[1]

describe('the Markdown beside a page', () => {
  const paths = () => [`/vault/${net.world.contracts.vault}`, `/auction/${net.world.contracts.auction}`, '/agent/0']

  test('is named by the page, and has its figures and where they are as JSON', async () => {
    for (const path of paths()) {
      const { html } = await open(path)
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"`)
      const { answer, html: text } = await open(`${path}.md`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(text).toMatch(/^# .+\n\n.+ as of block \d+\.\n\n- /)
      const [json = ''] = text.match(/http\S+\/api\/\S+/) ?? []
      expect((await fetch(json)).status, json).toBe(200)
      // The chain goes on between two answers.
      const { html: same } = await vi.waitUntil(
        async () => {
          const [{ html: own }, accepted] = await Promise.all([
            open(`${path}.md`),
            open(path, { headers: { accept: 'text/markdown' } }),
          ])
          return blockIn(own) === blockIn(accepted.html) && { html: [own, accepted.html] }
        },
        { timeout: 45_000, interval: 50 },
      )
      expect(same[1]).toBe(same[0])
    }
  })

  test('of nothing is 404', async () => {
    for (const path of ['/vault/nothing.md', '/agent/99999999.md'])
      expect((await open(path)).answer.status, path).toBe(404)
  })
})

describe('the card', () => {
  const cards = () => [
    `/vault/${net.world.contracts.vault}/card.png`,
    `/auction/${net.world.contracts.auction}/card.png`,
    '/agent/0/card.png',
  ]

  test('of each kind of entity is a PNG of 1200 by 630 pixels', async () => {
    for (const path of cards()) {
      const answer = await fetch(`${net.host}${path}`)
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'image/png'])
      const { width, height } = decodePng(new Uint8Array(await answer.arrayBuffer()))
      expect([width, height]).toEqual([1200, 630])
    }
  })

  test('of nothing is 404', async () => {
    for (const path of ['/vault/nothing/card.png', '/agent/99999999/card.png'])
      expect((await open(path)).answer.status, path).toBe(404)
  })
})
