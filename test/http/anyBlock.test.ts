import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { ask } from '../support/ask.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const BLOCK_MS = 2000
const proxy = useRpcProxy()
const net = useNet(() =>
  startLocalnet({
    families: ['gauge', 'vetoken', 'vault'],
    blockTimeMs: BLOCK_MS,
    past: true,
    followsBlocks: false,
    nodeUrl: proxy.nodeUrl,
  }),
)

interface Body {
  error?: string
  data?: { asOf: { blockNumber: string; source: string } }
}
/** An answer, and how many requests to the node it took. */
async function get(path: string, headers: Record<string, string> = {}) {
  const before = proxy.requests.length
  const answer = await fetch(`${net.api}/v1/${path}`, { headers })
  const text = await answer.text()
  const body: Body = text === '' ? {} : JSON.parse(text)
  const { status, headers: own } = answer
  return {
    status,
    body,
    cacheControl: own.get('cache-control'),
    headers: own,
    requests: proxy.requests.length - before,
  }
}
const head = async () => Number(await ask(net.rpcUrl, 'eth_blockNumber'))
const FOR_EVER = 'public, max-age=31536000, immutable'

test('an answer as of a final block is kept for ever, by caches and in memory', async () => {
  const block = (await head()) - 20
  const first = await get(`gauge/epoch?block=${block}`)
  expect(first).toMatchObject({ status: 200, cacheControl: FOR_EVER, requests: 1 })
  expect(first.body.data?.asOf).toMatchObject({ blockNumber: String(block), source: 'rpc' })
  await net.changeTime('gauge', { aheadMs: 1000 * BLOCK_MS })
  proxy.mode = 'drop'
  const again = await get(`gauge/epoch?block=${block}`)
  expect(again).toMatchObject({ status: 200, body: first.body, cacheControl: FOR_EVER, requests: 0 })
  expect(again.headers.get('x-stale')).toBeNull()
  const known = await get(`gauge/epoch?block=${block}`, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(known).toMatchObject({ status: 304, requests: 0 })
  await net.changeTime('gauge', {})
})

test('an answer as of a block that may still change is kept shortly', async () => {
  const block = await head()
  const first = await get(`gauge/vaults?block=${block}`)
  expect(first).toMatchObject({
    status: 200,
    cacheControl: 'public, s-maxage=30, stale-while-revalidate=60',
    requests: 1,
  })
  expect((await get(`gauge/vaults?block=${block}`)).requests).toBe(0)
  await net.changeTime('gauge', { aheadMs: BLOCK_MS })
  expect((await get(`gauge/vaults?block=${block}`)).requests).toBe(1)
  await net.changeTime('gauge', {})
})

test('each block has an answer of its own, apart from that of the newest', async () => {
  const newest = await head()
  const blocks = [newest - 3, newest - 2, undefined, newest - 3]
  const found = []
  for (const block of blocks) {
    const { body } = await get(`gauge/epoch${block === undefined ? '' : `?block=${block}`}`)
    found.push(Number(body.data?.asOf.blockNumber))
  }
  expect(found).toEqual(blocks.map((block) => block ?? newest))
})

test('a lock that states no rounding takes one more request, at the time of the block', async () => {
  const block = (await head()) - 1
  const voter = addressOf('voter')
  const { status, requests } = await get(`vetoken/user/${voter}?block=${block}`)
  expect([status, requests]).toEqual([200, 2])
  const probe = proxy.requests.at(-1)?.calls.at(-1)
  expect(probe).toMatchObject({ method: 'eth_call', params: [{ from: voter }, numberToHex(block)] })
})

test('a block whose state no node keeps is 503 state_not_available, and nobody keeps that', async () => {
  proxy.mode = {
    replies: ({ method }) =>
      method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node 1f9c (path )' } } : undefined,
  }
  const { status, body, headers, cacheControl } = await get('gauge/epoch?block=7')
  expect([status, body.error]).toEqual([503, 'state_not_available: block: no node has the state of block 7'])
  expect([cacheControl, headers.get('retry-after')]).toEqual(['no-store', null])
  proxy.mode = 'pass'
  // The gauge was not there yet.
  expect((await get('gauge/epoch?block=7')).headers.get('x-error-code')).toBe('role_not_configured')
})

test('a block that is not there yet is 503 behind_requested_block, and comes again', async () => {
  const ahead = await get(`gauge/epoch?block=${(await head()) + 1}`)
  expect(ahead.status).toBe(503)
  expect(ahead.body.error).toBe(`behind_requested_block: the newest readable block is ${await head()}`)
  expect([ahead.cacheControl, ahead.headers.get('retry-after')]).toEqual(['no-store', '1'])
})

test.each([
  ['gauge/epoch?block=latest', 'invalid_request: block: must be a non-negative integer'],
  ['gauge/epoch?block=0x10', 'invalid_request: block: must be a non-negative integer'],
  ['gauge/epoch?block=-1', 'invalid_request: block: must be a non-negative integer'],
  ['gauge/epoch?block=1&block=2', 'invalid_request: block: must be given only once'],
  ['gauge/epoch?block=5&minBlock=5', 'invalid_request: block: cannot be given together with `minBlock`'],
  [
    'explore/vaults?block=5',
    'invalid_request: block: is not taken, because the answer depends on more than the state of one block: on events, stored data, another service or the time. Omit it; the OpenAPI document marks operations that take it with `x-block`',
  ],
])('%s is refused before any request', async (path, error) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { error }, requests: 0 })
})
