import {
  buildVetokenLock,
  type Client,
  createClient,
  endAuthSession,
  getStatus,
  getVetokenUser,
  listExploreVaults,
  notBefore,
  proxyRpc,
} from 'creator-vault'
import { describe, expect, test } from 'vitest'

const baseUrl = 'https://api.example.com/api'
const address = '0x00000000000000000000000000000000000000A1'

/** A client of nobody: it keeps what it would send. */
function recording(options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const sent: Request[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push(new Request(input, init))
    return Response.json({ success: true, data: {} })
  }
  const client = createClient({ network: { chainId: 31_337, baseUrl }, fetch, ...options })
  return {
    client,
    async url(work: (client: Client) => Promise<unknown>) {
      await work(client)
      return sent.at(-1)?.url.slice(baseUrl.length)
    },
    async body(work: (client: Client) => Promise<unknown>): Promise<unknown> {
      await work(client)
      return sent.at(-1)?.json()
    },
    async headers(work: (client: Client) => Promise<unknown>) {
      await work(client)
      return Object.fromEntries(sent.at(-1)?.headers ?? [])
    },
  }
}

describe('a parameter of the path', () => {
  test.each([
    ['../../status', '..%2F..%2Fstatus'],
    ['..%2F..', '..%252F..'],
    ['%2e%2e', '%252e%252e'],
    ['a?minBlock=1', 'a%3FminBlock%3D1'],
    ['a#b', 'a%23b'],
    ['é ☃ \u{1f600}', '%C3%A9%20%E2%98%83%20%F0%9F%98%80'],
    ['...', '...'],
    ['a\\b\n', 'a%5Cb%0A'],
  ])('stays one segment: %j', async (id, segment) => {
    expect(await recording().url((client) => endAuthSession(client, { id }))).toBe(`/auth/sessions/${segment}`)
  })

  test.each(['', '.', '..'])('that would lead to another operation is refused: %j', async (id) => {
    const { client } = recording()
    await expect(endAuthSession(client, { id })).rejects.toThrow(TypeError)
    await expect(endAuthSession(client, { id })).rejects.toThrow(`id: '${id}' has no place in a path`)
  })
})

describe('the query', () => {
  test('has what is given, as text, and nothing of what is not', async () => {
    const { url } = recording()
    expect(await url((client) => listExploreVaults(client, { query: 'a&b=c ☃', limit: 5n }))).toBe(
      '/v1/explore/vaults?query=a%26b%3Dc+%E2%98%83&limit=5',
    )
    expect(await url((client) => listExploreVaults(client))).toBe('/v1/explore/vaults')
    expect(await url((client) => getStatus(client, {}))).toBe('/v1/status')
  })
})

describe('the block that an answer is not older than', () => {
  test('is the newest block that the client knows, if the read takes one', async () => {
    const { client, url } = recording()
    notBefore(client, 7n)
    notBefore(client, 5)
    expect(await url(() => getVetokenUser(client, { address }))).toBe(`/v1/vetoken/user/${address}?minBlock=7`)
    notBefore(client, '0x10')
    expect(await url(() => getVetokenUser(client, { address }))).toBe(`/v1/vetoken/user/${address}?minBlock=16`)
    expect(await url(() => getVetokenUser(client, { address, block: 3 }))).toBe(`/v1/vetoken/user/${address}?block=3`)
    expect(await url(() => getVetokenUser(client, { address, minBlock: 3 }))).toBe(
      `/v1/vetoken/user/${address}?minBlock=3`,
    )
    expect(await url(() => getStatus(client))).toBe('/v1/status')
  })

  test('is left out for another chain, and only then', async () => {
    const { client, url } = recording()
    notBefore(client, 7n)
    expect(await url(() => listExploreVaults(client, { chainId: 8453 }))).toBe('/v1/explore/vaults?chainId=8453')
    expect(await url(() => listExploreVaults(client, { chainId: 31_337 }))).toBe(
      '/v1/explore/vaults?chainId=31337&minBlock=7',
    )
  })
})

describe('the body', () => {
  test('has a bigint as a number where that is exact, else as a decimal string', async () => {
    const { body } = recording()
    const lock = (durationSec: bigint) => body((client) => buildVetokenLock(client, { amount: '1', durationSec }))
    expect(await lock(2n ** 53n - 1n)).toEqual({ amount: '1', durationSec: 9_007_199_254_740_991 })
    expect(await lock(2n ** 53n)).toEqual({ amount: '1', durationSec: '9007199254740992' })
    expect(await lock(-5n)).toEqual({ amount: '1', durationSec: -5 })
  })

  test('of any form is the parameter body', async () => {
    const { body } = recording()
    const calls = [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }] as const
    expect(await body((client) => proxyRpc(client, { body: [...calls] }))).toEqual(calls)
  })
})

describe('headers', () => {
  test('of a call take the place of the client’s, and these of the request’s own, in any case', async () => {
    const { headers } = recording({ headers: { 'X-Request-Id': 'of-the-client', Accept: 'application/json' } })
    const all = await headers((client) => getStatus(client, {}, { headers: { 'x-request-id': 'of-the-call' } }))
    expect(all).toEqual({ accept: 'application/json', 'x-request-id': 'of-the-call' })
  })
})

test('a client leaves options that are undefined as they are without', () => {
  const options: Record<string, unknown> = { network: { chainId: 1, baseUrl }, timeout: undefined, fetch: undefined }
  const client: unknown = Reflect.apply(createClient, undefined, [options])
  expect(client).toMatchObject({ timeout: 30_000, retries: 3, fetch: expect.any(Function) })
})

test.each([baseUrl, `${baseUrl}/`, `${baseUrl}//`])('the base URL %s leads to the same requests', async (given) => {
  const { client, url } = recording({ network: { chainId: 31_337, baseUrl: given } })
  expect(await url(() => getVetokenUser(client, { address }))).toBe(`/v1/vetoken/user/${address}`)
  expect(client.network.baseUrl).toBe(baseUrl)
})
