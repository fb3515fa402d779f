import { beforeEach, describe, expect, test } from 'vitest'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { createRpc, ofChain, type Rpc } from '../../shared/chain/rpc.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { startRpcProxy } from '../support/rpcProxy.ts'
import { useNet } from '../support/useNet.ts'

let rpc: Rpc
const clock = { now: 0 }
const anvil = useNet(() => startAnvil())
const proxy = useNet(() => startRpcProxy(anvil.url))
beforeEach(() => {
  proxy.reset()
  rpc = createRpc({ urls: [proxy.url], now: () => clock.now, log: () => {} })
})

const ID = { method: 'eth_chainId', params: [] }
const calls = [ID, { method: 'eth_blockNumber', params: [] }, { method: 'no_such_method', params: [] }]
const isOurs = { judge: ofChain(31_337) }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  )

describe('happy', () => {
  test('sends a batch as one request where the node takes it', async () => {
    await rpc.send(calls, isOurs)
    expect(proxy.requests).toHaveLength(1)
  })

  test('sends the calls one by one where it does not, with the same replies in the same order', async () => {
    const batched = await rpc.send(calls, isOurs)
    proxy.mode = 'single'
    expect(await rpc.send(calls, isOurs)).toEqual(batched)
  })

  test('does not try a batch again for a minute', async () => {
    proxy.mode = 'single'
    await rpc.send(calls, isOurs)
    expect(proxy.requests).toHaveLength(4)
    await rpc.send(calls, isOurs)
    expect(proxy.requests).toHaveLength(7)
    proxy.mode = 'pass'
    clock.now += 60_000
    await rpc.send(calls, isOurs)
    expect(proxy.requests).toHaveLength(8)
  })
})

describe('error', () => {
  test('a dead node is not queried call by call', async () => {
    proxy.mode = { status: 500 }
    expect(await codeOf(rpc.send(calls, isOurs))).toBe('upstream_failed')
    expect(proxy.requests).toHaveLength(1)
  })

  test('a node of another chain fails, call by call too', async () => {
    proxy.mode = { chainId: 5 }
    expect(await codeOf(rpc.send(calls, isOurs))).toBe('upstream_failed')
  })

  test('a limit that a node reports for the whole batch is one too', async () => {
    let requests = 0
    const limited: typeof fetch = async () => {
      requests++
      return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32005, message: 'rate limit exceeded' } })
    }
    const node = createRpc({ urls: ['http://node.example'], fetch: limited, log: () => {} })
    expect(await codeOf(node.send(calls, isOurs))).toBe('upstream_rate_limited')
    expect(requests).toBe(1)
  })

  test('a node that fails call by call too is sent a batch the next time', async () => {
    const sizes: number[] = []
    const failing: typeof fetch = async (_, init) => {
      const body: unknown = JSON.parse(String(init?.body))
      sizes.push(Array.isArray(body) ? body.length : 1)
      return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32603, message: 'internal error' } })
    }
    const node = createRpc({ urls: ['http://node.example'], fetch: failing, log: () => {} })
    for (let i = 0; i < 2; i++) expect(await codeOf(node.send(calls, isOurs))).toBe('upstream_failed')
    expect(sizes.filter((size) => size === calls.length)).toHaveLength(2)
  })

  test('a limit is a limit, and no reason to ask more', async () => {
    proxy.mode = { status: 429, retryAfter: 7 }
    expect(await codeOf(rpc.send(calls, isOurs))).toBe('upstream_rate_limited')
    expect(proxy.requests).toHaveLength(1)
  })
})

test('more than a hundred calls are not sent one by one', async () => {
  proxy.mode = 'single'
  const many = Array.from({ length: 101 }, () => ID)
  expect(await codeOf(rpc.send(many, isOurs))).toBe('upstream_failed')
  expect(proxy.requests).toHaveLength(1)
  expect(await rpc.send(many.slice(1), isOurs)).toHaveLength(100)
})
