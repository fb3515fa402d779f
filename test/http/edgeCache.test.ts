import { beforeAll, expect, test } from 'vitest'
import { requestsWith } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const proxy = useRpcProxy()
let url: string

const net = useNet(() =>
  startLocalnet({
    families: ['vetoken'],
    blockTimeMs: 0,
    inWorkerd: true,
    variables: { EDGE_CACHE: '' },
    nodeUrl: proxy.nodeUrl,
  }),
)
beforeAll(async () => {
  url = `${net.sockets['vetoken']}/v1/vetoken/user/${net.world.accounts.find((a) => a.role === 'voter')?.address}`
})

interface Body {
  data: { asOf: { blockNumber: string } }
}
const get = async (query = '') => {
  const response = await fetch(url + query)
  const body: Body = JSON.parse(await response.text())
  return { status: response.status, block: Number(body.data?.asOf.blockNumber), headers: response.headers }
}
const mine = async () => {
  await fetch(net.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}',
  })
}
/** Requests about our user: core's job reads the chain as well. */
const reads = () => requestsWith(proxy, url.slice(-40))

test('past its block an answer comes from the edge cache, and minBlock goes past the cache', async () => {
  const first = await get()
  expect(first.status).toBe(200)
  await expect
    .poll(async () => {
      const before = reads()
      await get()
      return reads() - before
    })
    .toBe(0)

  await mine()
  const cached = await get()
  expect(cached.block).toBe(first.block)
  expect(cached.headers.get('etag')).toBe(first.headers.get('etag'))

  const before = reads()
  const fresh = await get(`?minBlock=${first.block + 1}`)
  expect(fresh.block).toBeGreaterThan(first.block)
  expect(reads() - before).toBe(1)
})

test('a block that the node has not got is 503 behind_requested_block with Retry-After', async () => {
  const response = await fetch(`${url}?minBlock=99999999`)
  expect(response.status).toBe(503)
  expect(response.headers.get('x-error-code')).toBe('behind_requested_block')
  expect(response.headers.get('retry-after')).toBe('1')
  expect(response.headers.get('cache-control')).toBe('no-store')
})
