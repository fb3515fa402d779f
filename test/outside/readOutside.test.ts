import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Response as RuntimeResponse } from 'miniflare'
import { startWeb, type Visit } from '../../localnet/web/startWeb.ts'
import { HOSTILE, jsonPage } from '../../localnet/web/pages.ts'
import { type Reader, type ReadResult, startReader } from './startReader.ts'
import { useNet } from '../support/useNet.ts'

const web = useNet(() => startWeb())
const reader = useNet(() => startReader(web.variables))
beforeAll(async () => {
  web.put('https://lantern.example/', { headers: { 'content-type': 'text/html' }, body: 'a lantern' })
})
afterEach(() => web.fail({}))

const read: Reader['read'] = (...args) => reader.read(...args)
const failureOf = async (uri: string): Promise<string | undefined> => (await read(uri)).failure
const visitsTo = (url: string): Visit[] => web.visits.filter((visit) => visit.url === url)

describe('happy', () => {
  test('a document, its type and where it came from', async () => {
    web.put('https://agent.example:8443/a.json?x=1', jsonPage({ name: 'ä' }))
    expect(await read('https://agent.example:8443/a.json?x=1#part')).toEqual({
      ok: true,
      finalUrl: 'https://agent.example:8443/a.json?x=1',
      status: 200,
      contentType: 'application/json',
      bytes: '{"name":"ä"}',
    })
    expect(web.lookups.slice(-2).toSorted()).toEqual(['agent.example A', 'agent.example AAAA'])
  })

  test('data, from no host at all', async () => {
    const [visits, lookups] = [web.visits.length, web.lookups.length]
    const uri = 'data:application/json;base64,eyJhIjoxfQ=='
    const contentType = 'application/json'
    expect(await read(uri)).toEqual({ ok: true, finalUrl: uri, status: 200, contentType, bytes: '{"a":1}' })
    expect([web.visits.length, web.lookups.length]).toEqual([visits, lookups])
  })

  test('content, from the gateway of its scheme', async () => {
    const uri = await web.pin('{"pinned":true}')
    const finalUrl = `https://ipfs.example/ipfs/${uri.slice('ipfs://'.length)}`
    expect(await read(uri)).toMatchObject({ ok: true, finalUrl, bytes: '{"pinned":true}' })
    const id = 'bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U'
    web.put(`https://arweave.example/${id}`, { status: 302, headers: { location: `https://x.arweave.example/${id}` } })
    web.put(`https://x.arweave.example/${id}`, { body: 'kept' })
    expect(await read(`ar://${id}`)).toMatchObject({ finalUrl: `https://x.arweave.example/${id}`, bytes: 'kept' })
  })

  test('three redirects are followed, relative ones too', async () => {
    const finalUrl = `${HOSTILE}/chain/0`
    expect(await read(`${HOSTILE}/chain/3`)).toMatchObject({ ok: true, finalUrl, bytes: 'the end of the chain' })
  })

  test('the service itself, past resolver and gateway', async () => {
    const lookups = web.lookups.length
    const own = `${reader.host}/api/agents`
    expect(await read(own)).toMatchObject({ ok: true, finalUrl: own, bytes: 'this service, /api/agents' })
    expect(web.lookups.length).toBe(lookups)
  })

  test('an empty document, and one of just the longest length', async () => {
    web.put('https://agent.example/empty', { status: 204 })
    expect(await read('https://agent.example/empty')).toMatchObject({ ok: true, status: 204, bytes: '' })
    web.put('https://agent.example/full', { body: 'x'.repeat(1000) })
    expect(await read('https://agent.example/full', { maxBytes: 1000 })).toMatchObject({ ok: true })
    expect((await read('https://agent.example/full', { maxBytes: 999 })).failure).toBe('too_large')
  })
})

describe('error', () => {
  test('a missing document is missing, every other status is not', async () => {
    const statuses: [number, string][] = [
      [404, 'not_found'],
      [410, 'not_found'],
      [400, 'bad_status'],
      [401, 'bad_status'],
      [429, 'bad_status'],
      [500, 'bad_status'],
      [503, 'bad_status'],
    ]
    for (const [status, failure] of statuses) {
      web.put(`https://agent.example/${status}`, { status, body: 'secret words' })
      const result = await read(`https://agent.example/${status}`)
      expect(result).toMatchObject({ ok: false, failure, status, finalUrl: `https://agent.example/${status}` })
      expect(result.detail).not.toContain('secret')
    }
    expect(await read(`${HOSTILE}/not-modified`)).toMatchObject({ failure: 'bad_status', status: 304 })
    expect(await read(`${HOSTILE}/to-nothing`)).toMatchObject({ failure: 'bad_status', status: 302 })
  })

  test('a resolver that does not answer is an outage, never a refusal', async () => {
    for (const dns of [500, 302, 'garbage'] as const) {
      web.fail({ dns })
      expect(await read('https://lantern.example/')).toMatchObject({ failure: 'unreachable', finalUrl: null })
    }
    web.fail({ dns: 'silence' })
    expect(await read('https://lantern.example/', { milliseconds: 200 })).toMatchObject({ failure: 'timeout' })
  })

  test('so is a gateway: an answer that does not say that it called the site says nothing about it', async () => {
    for (const egress of [404, 500, 302, 'garbage'] as const) {
      web.fail({ egress })
      expect(await failureOf('https://lantern.example/'), String(egress)).toBe('unreachable')
    }
    web.fail({ egress: 'silence' })
    expect((await read('https://lantern.example/', { milliseconds: 200 })).failure).toBe('timeout')
  })

  test('a host that breaks off is unreachable', async () => {
    const broken = ['too-short', 'not-http', 'hangs-up', 'not-gzip']
    for (const path of broken) expect(await failureOf(`${HOSTILE}/${path}`), path).toBe('unreachable')
    expect(await read(`${HOSTILE}/too-long`)).toMatchObject({ ok: true, bytes: '{}' })
  })
})

describe('security', () => {
  /** Refused before any request. */
  test.each([
    [
      'http://lantern.example/',
      'file:///etc/passwd',
      'ftp://lantern.example/',
      'javascript:1',
      'blob:https://a.example/x',
    ],
    ['https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://0177.1/', 'https://127。0。0。1/'],
    ['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::7f00:1]/', 'https://[2002:7f00:1::]/'],
    ['https://169.254.169.254/latest/', 'https://10.0.0.1/', 'https://100.64.0.1/', 'https://0/', 'https://[fd00::1]/'],
    ['https://localhost/', 'https://a.localhost/', 'https://a.internal/', 'https://a.local/', 'https://printer/'],
    ['https://lantern.example:22/', 'https://u:p@lantern.example/', 'https://lantern.example./', ' https://a.example/'],
    ['', 'x', 'ipfs://x', 'ipfs://../x', 'ar://name', 'data:', `https://a.example/${'x'.repeat(2048)}`],
  ])('%s … are refused, and nobody is asked', async (...uris) => {
    const before = [web.visits.length, web.lookups.length]
    for (const uri of uris)
      expect(await read(uri), uri).toMatchObject({ ok: false, failure: 'refused', finalUrl: null, status: null })
    expect([web.visits.length, web.lookups.length]).toEqual(before)
  })

  test('a name with an address that is not public is refused, whatever else it has, and so is one with none', async () => {
    const hosts = ['private', 'metadata', 'mixed', 'loopback6', 'mapped', 'nat64', 'sixtofour', 'empty', 'nowhere']
    const before = web.visits.length
    for (const host of hosts) {
      const result = await read(`https://${host}.example/`)
      expect(result, host).toMatchObject({ failure: 'refused', finalUrl: null })
      expect(result.detail).not.toMatch(/\d+\.\d+/)
    }
    expect(await failureOf('https://garbage.example/')).toBe('unreachable')
    expect(web.visits.length).toBe(before)
  })

  test('a redirect is checked like the first URL', async () => {
    const paths = ['loopback', 'loopback-spelt', 'metadata', 'mapped', 'private-name', 'http', 'port', 'data', 'file']
    for (const path of [...paths, 'ipfs', 'user', 'garbage'])
      expect(await read(`${HOSTILE}/to-${path}`), path).toMatchObject({
        failure: 'refused',
        finalUrl: `${HOSTILE}/to-${path}`,
        status: 302,
      })
  })

  test('a redirect from https does not lead to http, not even to the service itself', async () => {
    web.put('https://agent.example/to-own', { status: 307, headers: { location: `${reader.host}/api/agents` } })
    expect(await read('https://agent.example/to-own')).toMatchObject({ failure: 'refused', status: 307 })
  })

  test('a media type of any length is cut', async () => {
    web.put('https://agent.example/typed', { headers: { 'content-type': `text/${'x'.repeat(8000)}` } })
    expect((await read('https://agent.example/typed')).contentType).toHaveLength(256)
  })

  test('redirects end', async () => {
    for (const path of ['chain/4', 'loop'])
      expect(await read(`${HOSTILE}/${path}`)).toMatchObject({ failure: 'too_many_redirects' })
    expect(visitsTo(`${HOSTILE}/loop`)).toHaveLength(4)
  })

  test('a name that changes to loopback once it was looked up is refused by the gateway, which looks at the address it connects to', async () => {
    const url = 'https://rebinding.example/'
    web.resolveTo('rebinding.example', [web.addressOf('rebinding.example')], ['127.0.0.1'])
    expect(await read(url)).toMatchObject({ failure: 'refused', finalUrl: url, status: null })
    web.resolveTo('rebinding.example', [web.addressOf('rebinding.example')], ['127.0.0.1'])
    expect(await read(`${HOSTILE}/to-rebinding`)).toMatchObject({ failure: 'refused', finalUrl: url })
    expect(visitsTo(url)).toEqual([])
    web.resolveTo('rebinding.example', [web.addressOf('rebinding.example')])
    expect(await read(url)).toMatchObject({ ok: true, bytes: 'rebound' })
  })

  test('of a gibibyte no more is taken than the bound and what is on its way', async () => {
    for (const path of ['huge', 'huge-declared', 'bomb']) {
      expect(await failureOf(`${HOSTILE}/${path}`), path).toBe('too_large')
      await expectCutOff(`${HOSTILE}/${path}`)
      expect(visitsTo(`${HOSTILE}/${path}`).at(-1)?.sent()).toBeLessThan(32 * 1024 * 1024)
    }
  })

  test('what never ends ends in time, and the host is no longer listened to', async () => {
    for (const path of ['silent', 'stalls', 'drip']) {
      expect((await read(`${HOSTILE}/${path}`, { milliseconds: 300 })).failure, path).toBe('timeout')
      await expectCutOff(`${HOSTILE}/${path}`)
    }
  })

  test('nothing that a site says of the gateway counts', async () => {
    expect(await read(`${HOSTILE}/forged-result`)).toMatchObject({ failure: 'bad_status', status: 500 })
  })

  test('no site learns more than that it got a request', async () => {
    const url = 'https://agent.example/cookie'
    web.put(url, { status: 302, headers: { location: '/kept', 'set-cookie': 'a=b' } })
    web.put('https://agent.example/kept', { body: 'x' })
    expect(await read(url)).toMatchObject({ ok: true })
    const headers = new Map(Object.entries(visitsTo('https://agent.example/kept')[0]?.headers ?? {}))
    // The protocol's own, and the name of the zone, which the platform adds.
    for (const name of ['host', 'connection', 'accept-encoding', 'x-egress-target', 'cf-worker']) headers.delete(name)
    expect([...headers].toSorted()).toEqual([
      ['accept', 'application/json, */*;q=0.8'],
      ['user-agent', 'creator-vault-api'],
    ])
  })
})

describe('concurrency', () => {
  test('many at once, good and bad, each get their own answer', async () => {
    const uris = Array.from({ length: 30 }, (_, n) => `https://agent.example/many/${n}`)
    for (const [n, uri] of uris.entries()) if (n % 3 !== 0) web.put(uri, { body: `page ${n}` })
    const hostile = ['bomb', 'to-loopback', 'chain/5'].map((path) => `${HOSTILE}/${path}`)
    const drip = read(`${HOSTILE}/drip`, { milliseconds: 500 })
    const all = await Promise.all([...[...uris, ...hostile].map((uri) => read(uri)), drip])
    const outcome = ({ bytes, failure }: ReadResult) => bytes ?? failure
    expect(all.map(outcome)).toEqual([
      ...uris.map((_, n) => (n % 3 === 0 ? 'not_found' : `page ${n}`)),
      'too_large',
      'refused',
      'too_many_redirects',
      'timeout',
    ])
  })
})

/** The site's connection has ended, and the site noticed. */
const expectCutOff = (url: string) => expect.poll(() => visitsTo(url).at(-1)?.isCutOff()).toBe(true)

describe('without a gateway of its own', () => {
  let direct: Reader
  const requested: string[] = []
  beforeAll(async () => {
    const { DNS_URL = '', IPFS_GATEWAY_URL = '', ARWEAVE_GATEWAY_URL = '' } = web.variables
    // The network itself, between the runtime and the web: it ends TLS, and knows nothing of addresses.
    direct = await startReader({ DNS_URL, IPFS_GATEWAY_URL, ARWEAVE_GATEWAY_URL }, async ({ url, headers }) => {
      if (url.startsWith(web.url)) return pass(await fetch(url))
      requested.push(url)
      const onward = Object.fromEntries([...headers].filter(([name]) => name !== 'accept-encoding'))
      const target = { 'x-egress-target': url }
      return pass(await fetch(`${web.url}/egress`, { headers: { ...onward, ...target }, redirect: 'manual' }))
    })
  })
  afterAll(() => direct?.stop())

  test('sites are requested directly, with the same checks', async () => {
    expect(await direct.read('https://lantern.example/')).toMatchObject({ ok: true, bytes: 'a lantern' })
    expect(await direct.read(`${HOSTILE}/chain/3`)).toMatchObject({ ok: true, finalUrl: `${HOSTILE}/chain/0` })
    expect((await direct.read(`${HOSTILE}/chain/4`)).failure).toBe('too_many_redirects')
    expect((await direct.read(`${HOSTILE}/bomb`)).failure).toBe('too_large')
    const before = requested.length
    const refused = [
      'https://private.example/',
      'https://127.1/',
      'http://lantern.example/',
      'https://nowhere.example/',
    ]
    for (const uri of refused) expect((await direct.read(uri)).failure, uri).toBe('refused')
    expect(requested.length).toBe(before)
    expect((await direct.read(`${HOSTILE}/to-private-name`)).failure).toBe('refused')
    expect(requested.slice(before)).toEqual([`${HOSTILE}/to-private-name`])
  })
})

/** An answer of this process as one for the runtime. */
const pass = ({ status, headers, body }: Response): RuntimeResponse =>
  new RuntimeResponse(body, { status, headers: Object.fromEntries(headers) })
