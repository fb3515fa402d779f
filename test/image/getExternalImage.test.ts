import { describe, expect, test } from 'vitest'
import { HOSTILE, type Page } from '../../localnet/web/pages.ts'
import { ErrorEnvelope } from '../../schema/common.ts'
import { fixture } from './fixtures.ts'
import { startImageNet } from './startImageNet.ts'
import { useNet } from '../support/useNet.ts'

const SITE = 'https://pictures.example'
const net = useNet(() => startImageNet('external'))

let client = 0
const ask = (url: string, init: { headers?: Record<string, string>; ip?: string } = {}) => {
  const ip = init.ip ?? `10.9.${client >> 8}.${client++ & 255}`
  return fetch(`${net.root}/image/external?${new URLSearchParams({ url })}`, {
    headers: { 'cf-connecting-ip': ip, ...init.headers },
  })
}
const page = (body: Uint8Array | string, type = 'image/png'): Page => ({ headers: { 'content-type': type }, body })
const visits = (url: string) => net.web.visits.filter((visit) => visit.url === url)

async function expectRefused(answer: Response, status: number, code: string): Promise<void> {
  expect([answer.status, answer.headers.get('x-error-code'), answer.headers.get('cache-control')]).toEqual([
    status,
    code,
    'no-store',
  ])
  expect(ErrorEnvelope.parse(await answer.json()).error).toMatch(new RegExp(`^${code}: url: `))
}

test.each([
  ['pngProfile', 'image/png', 'image/png'],
  ['jpegTurned', 'image/jpg; charset=binary', 'image/jpeg'],
  ['webpMeta', 'application/octet-stream', 'image/webp'],
  ['avifMeta', 'image/avif', 'image/avif'],
  ['gifAnimated', 'image/gif', 'image/gif'],
  ['png', 'image/jpeg', 'image/png'],
] as const)(
  '%s, called %s, is served as what it is, without metadata, for an hour',
  async (name, called, contentType) => {
    const url = `${SITE}/${name}/${contentType}`
    net.web.put(url, page(fixture(name), called))
    const answer = await ask(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': contentType,
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).not.toMatch(/secret owner|xpacket/)
    const [visit] = visits(url)
    const sent = ['cookie', 'authorization', 'referer'].filter((name) => visit?.headers[name] !== undefined)
    expect(sent).toEqual([])
  },
)

test('plain http, three redirects and nothing more are followed', async () => {
  net.web.put('http://plain.example/a.png', page(fixture('png')))
  expect((await ask('http://plain.example/a.png')).status).toBe(200)
  net.web.put(`${HOSTILE}/chain/0`, page(fixture('png')))
  expect((await ask(`${HOSTILE}/chain/3`)).status).toBe(200)
  await expectRefused(await ask(`${HOSTILE}/chain/4`), 502, 'image_unreachable')
})

test('many who ask at once cost the site one request', async () => {
  const url = `${SITE}/shared.png`
  net.web.put(url, page(fixture('png')))
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(url)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(visits(url)).toHaveLength(1)
})

describe('is refused before anything is fetched', () => {
  test.each([
    'https://127.0.0.1/a.png',
    'http://127.0.0.1/a.png',
    'http://2130706433/',
    'https://[::ffff:7f00:1]/a.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/a.png',
    'https://private.example/a.png',
    'https://mixed.example/a.png',
    'https://user:password@pictures.example/a.png',
    'https://pictures.example:22/a.png',
    'http://pictures.example:8080/a.png',
    `${HOSTILE}/to-loopback`,
    `${HOSTILE}/to-http`,
    `${HOSTILE}/to-private-name`,
  ])('%s', async (url) => {
    await expectRefused(await ask(url), 400, 'image_url_refused')
    if (!url.startsWith(HOSTILE)) expect(visits(url)).toEqual([])
  })

  test.each(['ftp://pictures.example/a.png', 'data:image/png;base64,AA', 'ipfs://x', 'javascript:alert(1)', '', 'x'])(
    'what is no http or https URL: %j',
    async (url) => expect((await ask(url)).headers.get('x-error-code')).toBe('invalid_request'),
  )

  test('a request of this very service, which a site has sent back to it', async () => {
    const url = `${SITE}/again.png`
    await expectRefused(await ask(url, { headers: { 'user-agent': 'creator-vault-api' } }), 400, 'image_url_refused')
    expect(visits(url)).toEqual([])
  })
})

describe('is refused for what the site answers', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  test.each<[string, Page, number, string]>([
    ['an SVG', page(svg, 'image/svg+xml'), 415, 'image_not_supported'],
    ['an SVG that is called a PNG', page(svg), 415, 'image_not_supported'],
    ['a page', page('<script>alert(1)</script>', 'text/html'), 415, 'image_not_supported'],
    ['a PNG that is called a page', page(fixture('png'), 'text/html'), 415, 'image_not_supported'],
    ['a PNG and a page', page(Buffer.concat([fixture('png'), Buffer.from('<script>')])), 400, 'image_malformed'],
    ['half a PNG', page(fixture('png').subarray(0, 300)), 400, 'image_malformed'],
    ['half a GIF', page(fixture('gifAnimated').subarray(0, 900), 'image/gif'), 400, 'image_malformed'],
    ['more than 2 MiB', page(new Uint8Array(2_097_153)), 413, 'image_too_large'],
    ['nothing', page(new Uint8Array()), 415, 'image_not_supported'],
    ['404', { status: 404, body: '' }, 404, 'image_not_found'],
    ['500', { status: 500, body: 'secret words' }, 502, 'image_unreachable'],
  ])('%s', async (what, answered, status, code) => {
    const url = `${SITE}/${encodeURIComponent(what)}`
    net.web.put(url, answered)
    await expectRefused(await ask(url), status, code)
  })

  test('an endless one is cut off, and a silent one is left after its time', async () => {
    await expectRefused(await ask(`${HOSTILE}/huge`), 415, 'image_not_supported').catch(async () =>
      expectRefused(await ask(`${HOSTILE}/huge`), 413, 'image_too_large'),
    )
  })
})

test('an outage of the resolver is one, and the next request is answered', async () => {
  const url = `${SITE}/later.png`
  net.web.put(url, page(fixture('png')))
  net.web.fail({ dns: 500 })
  await expectRefused(await ask(url), 502, 'image_unreachable')
  net.web.fail({})
  expect((await ask(url)).status).toBe(200)
})

test('eight are in memory at once, and the next comes back later', async () => {
  const waiting: (() => void)[] = []
  const urls = Array.from({ length: 9 }, (_, i) => `${SITE}/slow/${i}.png`)
  for (const url of urls)
    net.web.put(url, (response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'image/png' }).end(fixture('png')))
    })
  const first = urls.slice(0, 8).map((url) => ask(url))
  await expect.poll(() => waiting.length).toBe(8)
  const busy = await ask(urls[8] ?? '')
  expect([busy.status, busy.headers.get('x-error-code'), busy.headers.get('retry-after')]).toEqual([
    503,
    'upload_busy',
    '1',
  ])
  for (const goOn of waiting) goOn()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(urls.slice(1).map(() => 200))
})

test('the budget of a client is counted before anything is fetched', async () => {
  const url = `${SITE}/counted.png`
  net.web.put(url, { status: 404, body: '' })
  await net.withVariables({ LIMIT_IMAGE_EXTERNAL: '3' }, async () => {
    const codes: (string | null)[] = []
    for (const _ of [1, 2, 3, 4, 5]) codes.push((await ask(url, { ip: '10.8.0.1' })).headers.get('x-error-code'))
    // A window of a minute may begin in between.
    expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThanOrEqual(1)
    expect(visits(url)).toHaveLength(codes.filter((code) => code === 'image_not_found').length)
  })
})
