import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { COMPATIBILITY_DATE } from '../../../platform/workers.ts'
import { createProvisioner, type ProvisionerOptions } from '../../../provisioner/client/createProvisioner.ts'
import { provisionerOptions } from '../../../provisioner/client/provisionerOptions.ts'
import { asciiName, asciiSymbol, tokenSymbols, unicodeSymbol } from '../../../provisioner/tokenSymbols.ts'
import { type Bridge, startBridge, TOKEN } from '../startBridge.ts'
import { bundleWorker } from '../../support/bundleWorker.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'

const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const SOL = 'So11111111111111111111111111111111111111112'
const VAULT_PROGRAM = 'vaU6kP7iNEGkbmPkLmZfGwiGxd4Mob24QQCie5R9kd2'
const poolIxs = {
  creatorToken: COIN,
  bridgeToken: COIN,
  poolVault: SOL,
  vaultProgramId: VAULT_PROGRAM,
  expectedRemoteAmount: '1000000000',
  depositAccounts: [{ pubkey: SOL, isSigner: false, isWritable: true }],
} as const

const clientOf = (urls: readonly string[], change: Partial<ProvisionerOptions> = {}) =>
  createProvisioner({
    urls,
    token: TOKEN,
    attempts: 3,
    delayMs: 10,
    timeoutMs: 10_000,
    symbolMode: 'auto',
    metadataUri: false,
    ...change,
  })

let world: Bridge
const cleanups: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await startBridge()
  cleanups.push(() => world.stop())
})
afterAll(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()))
})

/** A provisioner that answers as the test says, and keeps the bodies of its requests. */
async function startScripted(answer: (response: ServerResponse, request: IncomingMessage, count: number) => void) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(response, request, bodies.push(body)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  cleanups.push(async () => void (server.closeAllConnections(), server.close()))
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, bodies }
}

const refuse = (response: ServerResponse, status: number, error = 'bridge_cli_failed') =>
  response.writeHead(status).end(JSON.stringify({ success: false, error }))

describe('happy', () => {
  test('a route and the instructions of a deposit', async () => {
    const { url } = await world.start()
    const client = clientOf([url])
    const route = await client.provision({ bridgeToken: address(await world.deployToken()) })
    expect(route).toMatchObject({ routeScalar: '1000000000', runner: 'node', tokenSymbol: 'AURORA' })
    const ixs = await client.poolIxs({ ...poolIxs, depositAccounts: [...poolIxs.depositAccounts] })
    expect(ixs.solanaIxs[0]?.data).toBe('0xf223c68952e1f2b600ca9a3b00000000')
  })

  test.each([
    ['auto', { tokenSymbol: '■NORD', tokenSymbolFallback: 'NORD' }],
    ['unicode', { tokenSymbol: '■NORD' }],
    ['ascii', { tokenSymbol: 'NORD' }],
  ] as const)('symbol mode %s', async (symbolMode, expected) => {
    const { url, bodies } = await startScripted((response) => refuse(response, 400, 'invalid_request: x'))
    const request = { bridgeToken: COIN, tokenSymbol: '■nord', tokenMetadataUri: 'ipfs://x' } as const
    await expect(clientOf([url], { symbolMode }).provision(request)).rejects.toThrow('invalid_request: x')
    expect(bodies.map((body) => JSON.parse(body))).toEqual([{ bridgeToken: COIN, ...expected }])
  })

  test('a metadata URI goes along where that is switched on', async () => {
    const { url, bodies } = await startScripted((response) => refuse(response, 400, 'invalid_request: x'))
    const request = { bridgeToken: COIN, tokenMetadataUri: 'ipfs://x' } as const
    await expect(clientOf([url], { metadataUri: true }).provision(request)).rejects.toThrow()
    expect(JSON.parse(bodies[0] ?? '')).toEqual(request)
  })

  test('how a name and a symbol are written', () => {
    expect(asciiName('Zoë\n—  Night\u202e Ferry', COIN)).toBe('Zoe Night Ferry')
    expect(asciiName('夜', COIN)).toBe('Creator Share 5FbDB2')
    expect(asciiName('x'.repeat(40), COIN)).toBe('x'.repeat(32))
    expect(unicodeSymbol('■ auröra-1', COIN)).toBe('■AURRA1')
    expect(asciiSymbol('■ auröra-1', COIN)).toBe('AURORA1')
    expect(unicodeSymbol('夜', COIN)).toBe('■5FBD')
    expect(asciiSymbol('夜', COIN, '')).toBe('5FBD')
    expect(asciiSymbol('ABCDEFGHIJKLMN', COIN)).toBe('ABCDEFGHIJKL')
    expect(tokenSymbols({ symbol: 'AB', fallback: '■c', token: COIN }, 'auto')).toEqual(['AB', '■C', 'C'])
  })
})

describe('fail-over', () => {
  test('one of two provisioners dies in the middle: the other finishes the route that was begun', async () => {
    const cli = await world.openCliDir({ steps: ['orphan'] })
    const [first, second] = [await world.start({ cli }), await world.start({ cli })]
    const bridgeToken = address(await world.deployToken())
    const route = clientOf([first.url, second.url]).provision({ bridgeToken })
    await vi.waitUntil(async () => (await cli.calls()).length > 0, { timeout: 45_000 })
    await first.stop()
    expect(await route).toMatchObject({ bridgeToken, routeScalar: '1000000000' })
    expect(await clientOf([second.url]).provision({ bridgeToken })).toMatchObject({ runner: 'existing-mint-reuse' })
  })

  test('one that is dead from the start is passed over after its attempts', async () => {
    const { url } = await world.start()
    const client = clientOf(['http://127.0.0.1:9', url])
    expect(await client.poolIxs({ ...poolIxs, depositAccounts: [...poolIxs.depositAccounts] })).toMatchObject({
      expectedRemoteAmount: '1000000000',
    })
  })

  test.each([408, 425, 429, 500, 503])(
    'status %i is tried again with pauses, and then the next one is called',
    async (status) => {
      const bad = await startScripted((response) => refuse(response, status))
      const next = await startScripted((response) => refuse(response, 409, 'scalar_mismatch: no'))
      const paused = vi.spyOn(globalThis, 'setTimeout')
      await expect(clientOf([bad.url, next.url], { delayMs: 40 }).provision({ bridgeToken: COIN })).rejects.toThrow(
        'scalar_mismatch: no',
      )
      expect(paused.mock.calls.filter(([, delay]) => delay === 40)).toHaveLength(2)
      paused.mockRestore()
      expect([bad.bodies.length, next.bodies.length]).toEqual([3, 1])
    },
  )

  test('work for the token under way is waited for, and other refusals go to the next at once', async () => {
    const busy = await startScripted((response, _, count) =>
      count < 3 ? refuse(response, 409, 'route_busy: wait') : refuse(response, 401, 'unauthenticated: no'),
    )
    const next = await startScripted((response) => refuse(response, 404, 'not_found'))
    await expect(clientOf([busy.url, next.url]).provision({ bridgeToken: COIN })).rejects.toThrow('provisioner_failed')
    expect([busy.bodies.length, next.bodies.length]).toEqual([3, 1])
  })

  test('a symbol that no provisioner takes is followed by one round with the fallback', async () => {
    const { url, bodies } = await startScripted((response) => refuse(response, 502, 'symbol_rejected'))
    const request = { bridgeToken: COIN, tokenSymbol: '■NORD' } as const
    await expect(clientOf([url], { attempts: 1 }).provision(request)).rejects.toThrow('symbol_rejected')
    expect(bodies.map((body) => JSON.parse(body).tokenSymbol)).toEqual(['■NORD', 'NORD'])
  })
})

describe('security', () => {
  test('no redirect is followed: the token goes nowhere else', async () => {
    const other = await startScripted((response) => response.end('{}'))
    const { url } = await startScripted((response) =>
      response.writeHead(307, { location: `${other.url}/provision` }).end(),
    )
    await expect(clientOf([url]).provision({ bridgeToken: COIN })).rejects.toThrow('provisioner_failed')
    expect(other.bodies).toEqual([])
  })

  test.each([
    ['no JSON', (response: ServerResponse) => response.end('<html>')],
    ['another shape', (response: ServerResponse) => response.end('{"success":true,"data":{}}')],
    ['too long', (response: ServerResponse) => response.end(`"${'x'.repeat(300_000)}"`)],
    ['cut off', (response: ServerResponse) => response.destroy()],
    ['words of its own', (response: ServerResponse) => refuse(response, 500, `Error at /srv/x.ts ${TOKEN}`)],
  ])('an answer of %s is a failure of the provisioner', async (_, answer) => {
    const { url } = await startScripted(answer)
    await expect(clientOf([url], { attempts: 1 }).provision({ bridgeToken: COIN })).rejects.toThrow(
      /^provisioner_failed: [a-z ;]+$/,
    )
  })

  test('one that never answers is a time-out', async () => {
    const { url, bodies } = await startScripted(() => {})
    const timeOuts = holdTimeOuts()
    const route = clientOf([url], { attempts: 2 }).provision({ bridgeToken: COIN })
    const isLate = expect(route).rejects.toThrow('provisioner_timeout')
    for (const attempt of [1, 2]) {
      await expect.poll(() => bodies.length).toBe(attempt)
      timeOuts.fire(10_000)
    }
    await isLate
  })

  test('without a URL or a token it says what is missing', async () => {
    await expect(clientOf([]).provision({ bridgeToken: COIN })).rejects.toThrow('provisioner_not_configured')
    await expect(clientOf(['http://127.0.0.1:9'], { token: '' }).provision({ bridgeToken: COIN })).rejects.toThrow(
      'provisioner_not_configured',
    )
  })

  test('options: defaults, order without repeats, and no token over plain HTTP', () => {
    expect(provisionerOptions({})).toEqual({
      urls: [],
      token: '',
      attempts: 3,
      delayMs: 1200,
      timeoutMs: 90_000,
      symbolMode: 'auto',
      metadataUri: false,
    })
    const env = {
      SVM_PROVISIONER_URLS: 'https://a.example, http://127.0.0.1:8788/provision',
      SVM_PROVISIONER_URL: 'https://a.example/',
    }
    expect(provisionerOptions(env).urls).toEqual(['https://a.example', 'http://127.0.0.1:8788'])
    for (const url of ['http://a.example', 'http://127.0.0.1.evil.example', 'file:///x', 'x'])
      expect(() => provisionerOptions({ SVM_PROVISIONER_URL: url })).toThrow('SVM_PROVISIONER_URL')
    expect(() => provisionerOptions({ SVM_PROVISIONER_TIMEOUT_MS: '9999' })).toThrow('SVM_PROVISIONER_TIMEOUT_MS')
    expect(() => provisionerOptions({ SVM_BRIDGE_WRAP_SYMBOL_MODE: 'x' })).toThrow('SVM_BRIDGE_WRAP_SYMBOL_MODE')
    const shared = { PROVISIONER_BEARER_TOKEN: TOKEN, REGISTRATION_SECRET: TOKEN, DB: {} }
    expect(() => provisionerOptions(shared)).toThrow(/must differ from REGISTRATION_SECRET; generate another token$/)
  })
})

test('it runs in workerd', async () => {
  const [dead, { url }] = ['http://127.0.0.1:9', await world.start()]
  const options = { token: TOKEN, attempts: 1, delayMs: 0, timeoutMs: 10_000, symbolMode: 'auto', metadataUri: false }
  const contents = `
    import { createProvisioner } from './provisioner/client/createProvisioner.ts'
    export default { fetch: async (request) => {
      const client = createProvisioner(${JSON.stringify({ ...options, urls: [dead, url] })})
      return Response.json(await client.provision(await request.json()))
    } }`
  const script = await bundleWorker({ contents })
  const worker = { name: 'client', modules: true, script, compatibilityDate: COMPATIBILITY_DATE }
  const runtime = new Miniflare(convertV4MiniflareOptions({ host: '127.0.0.1', port: 0, cf: false, workers: [worker] }))
  try {
    const body = JSON.stringify({ bridgeToken: await world.deployToken() })
    const answer = await runtime.dispatchFetch('http://x/', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ routeScalar: '1000000000' })
  } finally {
    await runtime.dispose()
  }
})

const address = (text: string): `0x${string}` => `0x${text.slice(2)}`
