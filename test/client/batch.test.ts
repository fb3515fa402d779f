import { ApiError, createClient, getGaugeEpoch, getTokenImage, getVetokenUser, type ClientOptions } from 'creator-vault'
import { afterEach, expect, test } from 'vitest'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'
import { type BadServer, fail, type Respond, startBadServer, succeed } from './startBadServer.ts'

const net = useNet(() => startLocalnet({ families: ['gauge', 'vetoken', 'token'] }))
const servers: BadServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

const address = '0x00000000000000000000000000000000000000A1'
/** A client that sends reads together, and the requests that it has made. */
function batching(options: Partial<ClientOptions> = {}) {
  const sent: string[] = []
  const client = createClient({
    network: { chainId: 31_337, baseUrl: net.api },
    batch: true,
    retries: 0,
    fetch: (input, init) => {
      const request = new Request(input, init)
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      return fetch(request)
    },
    ...options,
  })
  return { client, sent }
}
async function against(respond: Respond) {
  const server = await startBadServer(respond)
  servers.push(server)
  return { server, ...batching({ network: { chainId: 31_337, baseUrl: server.url }, fetch }) }
}

test('reads of one tick are one request, and each resolves or rejects as it does by itself', async () => {
  const { client, sent } = batching()
  const [epoch, user, wrong] = await Promise.allSettled([
    getGaugeEpoch(client),
    getVetokenUser(client, { address }),
    getVetokenUser(client, { address: '0x12' }),
  ])
  expect(sent).toEqual(['POST /api/v1/batch'])
  const plain = createClient({ network: { chainId: 31_337, baseUrl: net.api } })
  expect(user).toMatchObject({ value: { lock: (await getVetokenUser(plain, { address })).lock } })
  expect(epoch).toMatchObject({ value: { asOf: user.status === 'fulfilled' ? user.value.asOf : {} } })
  const own = await getVetokenUser(plain, { address: '0x12' }).catch((error: unknown) => error)
  if (!(own instanceof ApiError)) throw own
  const { code, status, fix, fields, retryable } = own
  expect(wrong).toMatchObject({ reason: { name: 'ApiError', code, status, fix, fields, retryable } })
})

test('a single read, and what a batch cannot hold, are requests of their own', async () => {
  const { client, sent } = batching()
  await getGaugeEpoch(client)
  const token = net.world.contracts.shareToken
  await Promise.all([
    getTokenImage(client, { address: token }),
    getGaugeEpoch(client, {}, { headers: { 'x-request-id': 'one-of-mine' } }),
  ])
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['GET', 'GET', 'GET'])
})

test('more than 50 reads are several batches', async () => {
  const { server, client } = await against((response, { body }) => {
    const { reads } = JSON.parse(body)
    const one = { status: 200, blockNumber: null, headers: {}, body: { success: true, data: { lock: null } } }
    response.end(JSON.stringify({ asOf: null, answers: reads.map(() => one) }))
  })
  await Promise.all(Array.from({ length: 120 }, () => getVetokenUser(client, { address })))
  expect(server.received.map(({ body }) => JSON.parse(body).reads.length)).toEqual([50, 50, 20])
})

test('a host without batches, or one that takes fewer bytes, gets each read by itself', async () => {
  for (const status of [404, 413]) {
    const { server, client } = await against((response, { url }) =>
      url?.endsWith('/batch') ? fail(response, status, 'not_found') : succeed(response, { lock: null }),
    )
    expect(await Promise.all([getVetokenUser(client, { address }), getVetokenUser(client, { address })])).toHaveLength(
      2,
    )
    expect(server.received).toHaveLength(3)
  }
})

test('an error of the batch is that of each of its reads', async () => {
  const { client } = await against((response) => fail(response, 429, 'rate_limited'))
  const settled = await Promise.allSettled([getGaugeEpoch(client), getVetokenUser(client, { address })])
  expect(settled).toMatchObject([{ reason: { code: 'rate_limited' } }, { reason: { code: 'rate_limited' } }])
})

test('a read that is aborted leaves the others; the batch ends with the last', async () => {
  const { server, client } = await against(() => undefined)
  const [one, other] = [new AbortController(), new AbortController()]
  const reads = [
    getGaugeEpoch(client, {}, { signal: one.signal }),
    getVetokenUser(client, { address }, { signal: other.signal }),
  ].map((read) => read.catch((error: unknown) => error))
  await expect.poll(() => server.received.length).toBe(1)
  one.abort('first')
  expect(await reads[0]).toBe('first')
  expect(server.left).toBe(0)
  other.abort('second')
  expect(await reads[1]).toBe('second')
  await expect.poll(() => server.left).toBe(1)
})

test('a server that does not answer a batch in JSON is a ConnectionError of each', async () => {
  const { client } = await against((response) => succeed(response, { lock: null }))
  const settled = await Promise.allSettled([getGaugeEpoch(client), getVetokenUser(client, { address })])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
