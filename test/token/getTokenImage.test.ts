import { describe, expect, test } from 'vitest'
import { jsonUri } from '../../localnet/world/documents.ts'
import { decodePng, difference } from '../support/decodePng.ts'
import { makeGif, makeJpeg } from '../support/pictures.ts'
import { rasterize } from '../support/rasterize.ts'
import { soak } from '../support/soak.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startTokenNet())

const image = (query = '', address: string = net.world.contracts.shareToken) => `/v1/token/${address}/image${query}`
const logo = (kind: 'png' | 'svg', query = '') => `/v1/token/${net.world.contracts.shareToken}/logo.${kind}${query}`
const picture = async (path: string) => decodePng(await (await net.get(path)).bytes())
const dataUri = (type: string, file: Uint8Array) => `data:${type};base64,${Buffer.from(file).toString('base64')}`
const redSquare = () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#f00"/></svg>'
  return dataUri('image/png', rasterize(svg, 80))
}

describe('getTokenImage', () => {
  test('answers a PNG of 512 pixels that is not blank, with its block', async () => {
    const response = await net.get(image())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-as-of-block')).toMatch(/^[1-9]\d*$/)
    expect(response.headers.get('cache-control')).toBe('public, s-maxage=86400, stale-while-revalidate=172800')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const { width, height, colours } = decodePng(await response.bytes())
    expect([width, height]).toEqual([512, 512])
    expect(colours()).toBeGreaterThan(1000)
  })

  test.each([
    ['?size=64', 64],
    ['?size=100', 100],
    ['?size=1', 64],
    ['?size=0', 64],
    ['?size=1024', 1024],
    ['?size=99999999', 1024],
  ])('takes the size into its bounds: %s', async (query, side) => {
    expect((await picture(image(query))).width).toBe(side)
  })

  test.each(['?size=-1', '?size=1e3'])('refuses a size that is not a number: %s', async (query) => {
    const response = await net.get(image(query))
    expect([response.status, response.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
  })

  test('answers SVG on request, well-formed and shut in, and PNG to an unknown format', async () => {
    const response = await net.get(image('?format=svg'))
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const svg = await response.text()
    expect(svg).toMatch(/^<svg .*<\/svg>$/s)
    expect(difference(rasterize(svg, 512), await (await net.get(image())).bytes())).toBeLessThan(1)
    expect((await net.get(image('?format=gif'))).headers.get('content-type')).toBe('image/png')
  })

  test('answers a data: URI to a client that asks for JSON, and says that it depends on that', async () => {
    const response = await net.get(image('?size=64'), { headers: { accept: 'application/json' } })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(response.headers.get('vary')).toContain('Accept')
    const bytes = await (await net.get(image('?size=64'))).bytes()
    expect(await response.json()).toEqual({
      contentType: 'image/png',
      dataUri: `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`,
    })
  })

  test('is the same bytes under the same ETag a block later, and 304 to who has it', async () => {
    const first = await net.get(image('?size=128'))
    await net.mine()
    const again = await net.get(image('?size=128'))
    expect(await again.bytes()).toEqual(await first.bytes())
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[0-9a-f]{64}"$/)
    const held = await net.get(image('?size=128'), { headers: { 'if-none-match': etag } })
    expect([held.status, await held.text()]).toEqual([304, ''])
    const json = await net.get(image('?size=128'), { headers: { 'if-none-match': etag, accept: 'application/json' } })
    expect(json.status).toBe(200)
  })

  test('answers HEAD with the headers of GET', async () => {
    const [head, get] = await Promise.all([net.get(image(), { method: 'HEAD' }), net.get(image())])
    expect(await head.text()).toBe('')
    expect([head.status, head.headers.get('content-type'), head.headers.get('etag')]).toEqual([
      200,
      'image/png',
      get.headers.get('etag'),
    ])
  })

  test('shows the picture that the coin declares, framed, raw or alone', async () => {
    const address = await net.deployToken({ name: 'Red', symbol: 'RED', image: redSquare() })
    const framed = await picture(image('', address))
    expect(framed.at(256, 256).slice(1)).toEqual(
      framed
        .at(256, 256)
        .slice(1)
        .map((part, i) => (i === 2 ? 255 : Math.min(part, 30))),
    )
    expect(framed.at(0, 0)[3]).toBe(0)
    expect((await picture(image('?style=raw', address))).at(0, 0)).toEqual([255, 0, 0, 255])
    const coin = await picture(image('?tokenKind=creator', address))
    expect([coin.at(0, 0)[3], coin.at(256, 40)[0]]).toEqual([0, 255])
  })

  test('shows the picture of a coin that is requested itself', async () => {
    const address = await net.deployCoin({ name: 'Red', symbol: 'RED', image: redSquare() })
    expect((await net.get(image('?tokenKind=creator', address))).status).toBe(404)
    const { vault, shareToken } = net.world.contracts
    await net.register(address, vault, shareToken)
    await net.mine()
    expect((await picture(image('?tokenKind=creator', address))).at(256, 256).slice(0, 2)).toEqual([255, 0])
    expect((await net.get(image('', address))).headers.get('x-error-code')).toBe('not_a_token')
  })

  test('shows a picture that the coin holds in a document of many kilobytes', async () => {
    const art = await (await net.get(logo('png', '?size=128'))).bytes()
    const document = jsonUri({ image: `data:image/png;base64,${Buffer.from(art).toString('base64')}` })
    expect(document.length).toBeGreaterThan(30_000)
    const address = await net.deployText(document)
    await net.register(address, net.world.contracts.vault, address)
    const svg = await (await net.get(image('?format=svg&tokenKind=creator', address))).text()
    expect(svg).toContain(Buffer.from(art).toString('base64'))
  })

  test.each([
    ['a host that is not allowed', 'https://127.0.0.1:1/art.png'],
    ['an SVG', 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['rubbish', 'data:image/png;base64,AAAA'],
    [
      'a GIF whose frame is larger than its screen',
      dataUri('image/gif', makeGif({ width: 1, height: 1 }, [{ width: 1500, height: 1500 }])),
    ],
    ['a JPEG of a hundred scans', dataUri('image/jpeg', makeJpeg({ width: 16, height: 16, scans: 100 }))],
    ['in a data: URI of a thousand parameters', `data:image/png${';'.repeat(1000)};base64,AAAA`],
  ])('draws the monogram where the picture is %s', async (_, artwork) => {
    const address = await net.deployToken({ name: 'Odd', symbol: 'ODD', image: artwork })
    const svg = await (await net.get(image('?format=svg', address))).text()
    expect(svg).not.toMatch(/<image|script|127\.0\.0\.1/)
    expect((await picture(image('', address))).colours()).toBeGreaterThan(1000)
  })

  test('holds no markup of a hostile symbol', async () => {
    const address = await net.deployToken({ name: '<script>', symbol: '"><script>alert(1)</script>' })
    const svg = await (await net.get(image('?format=svg', address))).text()
    expect(svg).not.toMatch(/script|alert/)
    expect((await picture(image('?size=64', address))).colours()).toBeGreaterThan(300)
  })

  test('refuses what is not a token, in JSON', async () => {
    const { status, headers } = await net.get(image('', net.world.contracts.registry))
    const type = headers.get('content-type')?.split(';')[0]
    expect([status, headers.get('x-error-code'), type]).toEqual([404, 'not_a_token', 'application/json'])
  })
})

const PICTURES = soak(4, 8)
describe('while pictures are drawn', () => {
  test('other requests are answered between them', async () => {
    const metadata = () => net.get(`/v1/token/${net.world.contracts.shareToken}/metadata`)
    expect((await metadata()).status).toBe(200)
    // In which order answers reach a busy machine is chance; that none ever comes between pictures is not.
    for (let round = 0; round < 8; round++) {
      const order = await answersWhileDrawing(900 + round * PICTURES, metadata)
      const between = order.slice(order.indexOf('picture'), order.lastIndexOf('picture'))
      if (between.includes('other')) return
    }
    expect.fail('in no round was a request answered between two pictures')
  })

  /** Answers in their order while pictures of new sizes were drawn. */
  async function answersWhileDrawing(from: number, metadata: () => Promise<Response>): Promise<string[]> {
    const order: string[] = []
    const pictures = Array.from({ length: PICTURES }, async (_, i) => {
      expect((await net.get(image(`?size=${from + i}`))).status).toBe(200)
      order.push('picture')
    })
    const others = (async () => {
      while (order.filter((what) => what === 'picture').length < PICTURES) {
        expect((await metadata()).status).toBe(200)
        order.push('other')
      }
    })()
    await Promise.all([...pictures, others])
    return order
  }
})

describe('getTokenLogoPng', () => {
  test('is the picture as PNG, 64 pixels by default', async () => {
    expect(await (await net.get(logo('png'))).bytes()).toEqual(await (await net.get(image('?size=64'))).bytes())
    expect((await picture(logo('png', '?size=256'))).width).toBe(256)
    expect((await net.get(logo('png', '?format=svg'))).headers.get('content-type')).toBe('image/png')
  })
})

describe('getTokenLogoSvg', () => {
  test('is the picture as SVG, 64 pixels by default', async () => {
    const response = await net.get(logo('svg'))
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    expect(await response.text()).toContain('width="64" height="64"')
    expect(await (await net.get(logo('svg', '?size=300'))).text()).toContain('width="300" height="300"')
  })
})
