import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArtworkSources } from '../../../functions/token/artwork/fetchArtwork.ts'
import { loadArtwork } from '../../../functions/token/artwork/loadArtwork.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const document = (image: unknown): string =>
  `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'Coin', image }))}`

/** A foreign host over real sockets; `requests` are the URLs that reached it. */
let server: Server
let port: number
const requests: string[] = []
const sources = (changes: Partial<ArtworkSources> = {}): ArtworkSources => ({
  hosts: ['art.example'],
  // Every https host is the local server, which gets the requested name.
  fetch: (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return fetch(`http://127.0.0.1:${port}/${url.host}${url.pathname}`, init)
  },
  ...changes,
})

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    if (path.endsWith('/coin.json')) response.end(JSON.stringify({ name: 'Coin', image: 'https://art.example/ok.png' }))
    else if (path.endsWith('/ok.png')) response.end(Buffer.from(png, 'base64'))
    else if (path.endsWith('/page.png')) response.end('<!doctype html><title>not found, although it says 200</title>')
    else if (path.endsWith('/long.png')) response.end(Buffer.alloc(3_000_000))
    else if (path.endsWith('/loop.png')) response.writeHead(302, { location: '/loop.png' }).end()
    else if (path.endsWith('/near.png')) response.writeHead(302, { location: '/ok.png' }).end()
    else if (path.endsWith('/away.png')) response.writeHead(302, { location: 'https://other.example/ok.png' }).end()
    else if (path.endsWith('/inward.png')) response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    else if (!path.endsWith('/never.png')) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('a picture that the coin declares', () => {
  test.each([
    ['in a percent-encoded document', document(`data:image/png;base64,${png}`)],
    [
      'in a document that is not encoded',
      `data:application/json;utf8,{"image":"data:image/png;base64,${png}","d":"100% & #"}`,
    ],
    [
      'in a base64 document',
      `data:application/json;base64,${btoa(JSON.stringify({ image: `data:image/gif;base64,${png}` }))}`,
    ],
    ['on an allowed host', document('https://art.example/ok.png')],
    ['behind a redirect within that host', document('https://art.example/near.png')],
    ['in a document on that host', 'https://art.example/coin.json'],
  ])('is loaded %s', async (_, uri) => {
    const { artwork, isTransient } = await loadArtwork(uri, sources())
    expect(artwork?.dataUri).toBe(`data:image/png;base64,${png}`)
    expect(isTransient).toBe(false)
  })

  test('is loaded from the IPFS gateway of the deployment', async () => {
    const { artwork } = await loadArtwork(document('ipfs://bafy/ok.png'), sources({ ipfsGateway: 'art.example' }))
    expect(artwork).not.toBeNull()
    expect(requests.at(-1)).toBe('/art.example/ipfs/bafy/ok.png')
  })
})

describe('no picture, and nothing is fetched,', () => {
  test.each([
    ['a host that is not listed', 'https://other.example/ok.png'],
    ['plain http', 'http://art.example/ok.png'],
    ['another port', 'https://art.example:8443/ok.png'],
    ['credentials in the URL', 'https://user:secret@art.example/ok.png'],
    ['a private address', 'https://127.0.0.1/ok.png'],
    ['a host that only begins like a listed one', 'https://art.example.evil.example/ok.png'],
    ['IPFS without a gateway', 'ipfs://bafy/ok.png'],
    ['a file', 'file:///etc/passwd'],
    ['no URL', 'picture'],
    ['a number', 5],
  ])('for %s', async (_, image) => {
    const before = requests.length
    expect(await loadArtwork(document(image), sources())).toEqual({ artwork: null, isTransient: false })
    expect(requests.length).toBe(before)
  })

  test('for an allowed URL when the deployment lists no host', async () => {
    expect(await loadArtwork(document('https://art.example/ok.png'), sources({ hosts: [] }))).toEqual({
      artwork: null,
      isTransient: false,
    })
  })

  test.each([
    ['no document', null],
    ['an empty one', ''],
    ['one that is not JSON', 'data:application/json,{'],
    ['one that is a list', 'data:application/json,[]'],
    ['one of another type', 'data:text/html,<p>'],
    ['broken base64', 'data:application/json;base64,***'],
    [
      'a picture of another type than any known',
      document('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
  ])('for %s', async (_, uri) => {
    expect(await loadArtwork(uri, sources())).toEqual({ artwork: null, isTransient: false })
  })
})

describe('a host that fails', () => {
  test.each(['missing.png', 'long.png', 'loop.png', 'away.png', 'inward.png'])(
    'is worth another try later: %s',
    async (path) => {
      const before = requests.length
      expect(await loadArtwork(document(`https://art.example/${path}`), sources())).toEqual({
        artwork: null,
        isTransient: true,
      })
      expect(requests.slice(before).every((url) => url === `/art.example/${path}`)).toBe(true)
    },
  )

  test('to answer in three seconds is worth another try later', async () => {
    const timeOuts = holdTimeOuts()
    const before = requests.length
    const loading = loadArtwork(document('https://art.example/never.png'), sources())
    await expect.poll(() => requests.slice(before)).toEqual(['/art.example/never.png'])
    timeOuts.fire(3000)
    expect(await loading).toEqual({ artwork: null, isTransient: true })
  })

  test('with a page instead of a picture brings none', async () => {
    expect((await loadArtwork(document('https://art.example/page.png'), sources())).artwork).toBeNull()
  })
})
