import type { RpcReply } from '../../shared/chain/RpcCall.ts'
import { describe, expect, test } from 'vitest'
import { requestScope } from '../../shared/log/requestScope.ts'
import { createRpc, type SendOptions, type Verdict } from '../../shared/chain/rpc.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'

/** `slow` and `busy`: never answers, or drops, all but pings. */
type Behaviour = 'hang' | 'slow' | 'drop' | 'busy' | ((body: string) => Response)
interface TestNode {
  /** Its newest block, from the given clock reading on. */
  head: { blockNumber: number; timestamp: number }
  behaviour: Behaviour | undefined
  /** Its requests, pings apart. */
  queries: number
  pings: number
}

const START = 1_800_000_000_000
const IDENTITY = '0x0000000000000000000000000000000000000004'

/** The log line of the first node. */
const lineOf = (cause: string) => JSON.stringify(['warn', 'upstream_failure', { host: 'node0.example', cause }])

/** Nodes behind a client with a clock of its own. */
function setUp(count: number) {
  const timeOuts = holdTimeOuts()
  const clock = { now: START }
  const lines: string[] = []
  const nodes = Array.from({ length: count }, (): TestNode => ({
    head: { blockNumber: 100, timestamp: START / 1000 },
    behaviour: undefined,
    queries: 0,
    pings: 0,
  }))
  const urls = nodes.map((_, i) => `https://user:secret@node${i}.example/v2/key-of-an-account?token=other`)
  const rpc = createRpc({
    urls,
    blockTimeMs: 2000,
    now: () => clock.now,
    log: (level, event, fields) => lines.push(JSON.stringify([level, event, fields])),
    async fetch(input, init) {
      const node = nodes[urls.indexOf(String(input).replace('//', '//user:secret@'))]
      const body = String(init?.body)
      if (!node || new Headers(init?.headers).get('authorization') !== `Basic ${btoa('user:secret')}`)
        throw new TypeError('no such host')
      if (body.includes(IDENTITY)) node.pings++
      else node.queries++
      if (node.behaviour === 'hang' || (node.behaviour === 'slow' && !body.includes(IDENTITY)))
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
          timeOuts.fire()
        })
      if (node.behaviour === 'drop') throw new TypeError('fetch failed')
      if (node.behaviour === 'busy' && !body.includes(IDENTITY)) throw new TypeError('fetch failed')
      if (typeof node.behaviour === 'function') return node.behaviour(body)
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(body).id, result: node.head })
    },
  })
  /** As of the head that the node returns; throws without one. */
  const judge = ([reply]: readonly RpcReply[]): Verdict => {
    const { blockNumber, timestamp } = Object(reply && 'result' in reply ? reply.result : undefined)
    return { blockNumber: BigInt(blockNumber), timestamp }
  }
  const read = async (options: SendOptions = {}): Promise<number> => {
    const [reply] = await rpc.send([{ method: 'eth_call', params: [] }], { judge, ...options })
    return Object(reply && 'result' in reply ? reply.result : undefined).blockNumber
  }
  const advance = (ms: number, mined: readonly TestNode[] = nodes) => {
    clock.now += ms
    for (const node of mined)
      node.head = { blockNumber: node.head.blockNumber + ms / 2000, timestamp: clock.now / 1000 }
  }
  return { rpc, nodes, clock, lines, read, judge, advance, queries: () => nodes.map((node) => node.queries) }
}

const first = <T>(items: readonly T[]): T => {
  const [item] = items
  if (item === undefined) throw new Error('none')
  return item
}

describe('the ordinary case', () => {
  test('one read is one request, of the first node', async () => {
    const { read, queries, advance } = setUp(3)
    for (let i = 0; i < 10; i++) {
      expect(await read()).toBe(100 + i)
      advance(2000)
    }
    expect(queries()).toEqual([10, 0, 0])
  })

  test('a single node of a quiet chain is never queried twice, however old its head', async () => {
    const { read, queries, clock } = setUp(1)
    for (let i = 0; i < 10; i++) {
      await read()
      clock.now += 3_600_000
    }
    expect(queries()).toEqual([10])
  })

  test('nodes of a quiet chain are compared once in a while, and none loses its place', async () => {
    const { read, queries, clock, lines } = setUp(2)
    clock.now += 3_600_000
    for (let i = 0; i < 10; i++) await read()
    expect(queries()).toEqual([10, 1])
    expect(lines).toEqual([])
  })
})

describe('a node that is stuck or behind', () => {
  test('is found out by its own old head, and the answer is that of the node at the head', async () => {
    const { read, nodes, advance, queries } = setUp(2)
    advance(60_000, nodes.slice(1))
    expect(await read()).toBe(130)
    expect(await read()).toBe(130)
    expect(queries()).toEqual([1, 2])
  })

  test('has its place back when it has caught up', async () => {
    const { read, nodes, advance, queries } = setUp(2)
    advance(60_000, nodes.slice(1))
    await read()
    // Its pause is over, and it is still behind: one more look, and a longer pause.
    advance(4000, nodes.slice(1))
    expect(await read()).toBe(132)
    expect(queries()).toEqual([2, 2])
    advance(60_000, nodes.slice(1))
    first(nodes).head = { blockNumber: 162, timestamp: START / 1000 + 124 }
    for (let i = 0; i < 3; i++) expect(await read()).toBe(162)
    expect(queries()).toEqual([5, 2])
  })

  test('is behind by one block alone where that has been there for a while, not where it has just come', async () => {
    const { read, nodes, clock, lines } = setUp(2)
    const [, second] = nodes
    if (!second) throw new Error('two nodes')
    clock.now += 3_600_000
    second.head = { blockNumber: 101, timestamp: clock.now / 1000 }
    expect(await read()).toBe(101)
    expect(lines).toEqual([])
    clock.now += 60_000
    expect(await read()).toBe(101)
    expect(lines).toEqual([lineOf('it is behind another node')])
    expect(await read()).toBe(101)
  })

  test('still answers where the others do not', async () => {
    const { read, nodes, advance } = setUp(2)
    advance(60_000, nodes.slice(1))
    await read()
    for (const node of nodes.slice(1)) node.behaviour = 'drop'
    expect(await read()).toBe(100)
  })

  test('a node that lies about the future brings no other into disrepute', async () => {
    const { read, nodes, queries, lines } = setUp(2)
    const [honest, liar] = nodes
    if (!honest || !liar) throw new Error('two nodes')
    liar.head = { blockNumber: 10 ** 15, timestamp: START / 1000 + 10 ** 6 }
    honest.behaviour = 'drop'
    await read()
    honest.behaviour = undefined
    liar.queries = 0
    await read({ isEligible: (node) => node === 0 })
    for (let i = 0; i < 3; i++) expect(await read()).toBe(100)
    expect(queries()[1]).toBe(0)
    expect(lines.filter((line) => line.includes('behind'))).toEqual([])
  })
})

test('of two answers the one from the future is not the better one', async () => {
  const { read, nodes, clock } = setUp(2)
  const [, liar] = nodes
  if (!liar) throw new Error('two nodes')
  clock.now += 60_000
  liar.head = { blockNumber: 10 ** 15, timestamp: START / 1000 + 10 ** 6 }
  expect(await read()).toBe(100)
})

describe('minBlock', () => {
  test('asks the others before it gives the newest answer there is', async () => {
    const { read, nodes, queries } = setUp(3)
    const [, , third] = nodes
    if (third) third.head = { blockNumber: 102, timestamp: START / 1000 }
    expect(await read({ minBlock: 102n })).toBe(102)
    expect(queries()).toEqual([1, 1, 1])
    expect(await read({ minBlock: 103n })).toBe(102)
  })

  test('is that of the request for which is read', async () => {
    const { read, nodes } = setUp(2)
    const [, second] = nodes
    if (second) second.head = { blockNumber: 101, timestamp: START / 1000 }
    expect(await requestScope.run({ id: 'r', minBlock: 101n }, () => read())).toBe(101)
  })

  test('of a block that cannot be there yet asks nobody else, and nobody loses a place', async () => {
    const { read, queries, lines } = setUp(3)
    for (let i = 0; i < 5; i++) expect(await read({ minBlock: 10n ** 18n })).toBe(100)
    expect(await read()).toBe(100)
    expect(queries()).toEqual([6, 0, 0])
    expect(lines).toEqual([])
  })
})

describe('a node that hangs', () => {
  test('costs its time once: it is left alone, and then tried again by one request with a trivial call', async () => {
    const { read, nodes, queries, advance } = setUp(2)
    first(nodes).behaviour = 'hang'
    for (let i = 0; i < 5; i++) expect(await read()).toBe(100)
    expect(queries()).toEqual([1, 5])
    advance(2000)
    await Promise.all(Array.from({ length: 10 }, () => read()))
    expect(queries()).toEqual([1, 15])
    expect(first(nodes).pings).toBe(2)
    // The next pause is longer.
    advance(2000)
    await read()
    expect(first(nodes).pings).toBe(2)
    first(nodes).behaviour = undefined
    advance(4000)
    await read()
    await read()
    expect(queries()).toEqual([3, 16])
    expect(first(nodes).pings).toBe(3)
  })

  test('alone, is 504 at once with the time after which it is tried again', async () => {
    const { read, nodes, queries, advance } = setUp(1)
    first(nodes).behaviour = 'hang'
    await expect(read()).rejects.toMatchObject({ code: 'upstream_timeout' })
    for (let i = 0; i < 20; i++)
      await expect(read()).rejects.toMatchObject({ code: 'upstream_timeout', headers: { 'retry-after': '2' } })
    expect([queries(), first(nodes).pings]).toEqual([[1], 1])
    first(nodes).behaviour = undefined
    advance(2000)
    expect(await read()).toBe(101)
  })

  test('in many is one time-out in all', async () => {
    const { read, nodes } = setUp(12)
    for (const node of nodes) node.behaviour = 'hang'
    await expect(read()).rejects.toMatchObject({ code: 'upstream_timeout' })
  })

  test('of one request only is not down: what a stranger makes it compute shuts nobody out', async () => {
    const { read, nodes, queries } = setUp(1)
    const node = first(nodes)
    node.behaviour = 'slow'
    await Promise.all(
      Array.from({ length: 5 }, () => expect(read()).rejects.toMatchObject({ code: 'upstream_timeout' })),
    )
    node.behaviour = undefined
    expect(await read()).toBe(100)
    expect([queries(), node.pings]).toEqual([[6], 1])
  })
})

describe('a node that fails', () => {
  const body = (text: string | ((id: number) => unknown), status = 200): Behaviour => {
    return (sent) =>
      new Response(typeof text === 'string' ? text : JSON.stringify(text(JSON.parse(sent).id)), { status })
  }
  test.each<[string, Behaviour, string]>([
    ['cuts the connection', 'drop', 'the connection failed'],
    ['answers what is not JSON', body('<html>'), 'its body is not the expected JSON-RPC response'],
    ['answers nothing', body(''), 'its body is not the expected JSON-RPC response'],
    ['answers null', body('null'), 'its body is not the expected JSON-RPC response'],
    ['answers an empty batch', body('[]'), 'its body is not the expected JSON-RPC response'],
    [
      'answers with another id',
      body((id) => ({ id: id + 1, result: '0x' })),
      'its body is not the expected JSON-RPC response',
    ],
    ['answers without a result', body((id) => ({ id })), 'its body is not the expected JSON-RPC response'],
    [
      'answers an error in words',
      body((id) => ({ id, error: 'no' })),
      'its body is not the expected JSON-RPC response',
    ],
    [
      'answers more than can be meant',
      body((id) => ({ id, result: 'x'.repeat(17_000_000) })),
      'its body is longer than',
    ],
    ['answers 401', body((id) => ({ id, result: { blockNumber: 1, timestamp: 1 } }), 401), 'HTTP 401'],
    ['answers 403', body((id) => ({ id, error: { code: -32000, message: 'no' } }), 403), 'HTTP 403'],
    ['answers 503', body((id) => ({ id, result: { blockNumber: 1, timestamp: 1 } }), 503), 'HTTP 503'],
    ['answers what the reader cannot use', body((id) => ({ id, result: 'what' })), 'its replies are not usable'],
  ])('because it %s hands over to the next, and is logged', async (_, behaviour, cause) => {
    const { read, nodes, lines, queries } = setUp(2)
    first(nodes).behaviour = behaviour
    for (let i = 0; i < 3; i++)
      expect(await requestScope.run({ id: 'request-7', minBlock: undefined }, () => read())).toBe(100)
    expect(queries()).toEqual([1, 3])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(lineOf(cause).slice(0, -3))
    for (const secret of ['user', 'secret', 'key-of-an-account', 'token', '/v2']) expect(lines[0]).not.toContain(secret)
  })

  test('is logged once a minute', async () => {
    const { read, nodes, lines, advance } = setUp(2)
    first(nodes).behaviour = 'drop'
    for (let block = 0; block < 60; block++) {
      await read()
      advance(2000)
    }
    expect(lines).toHaveLength(2)
  })

  test('at once and alone, is queried each time: that costs nothing, and it answers again as soon as it can', async () => {
    const { read, nodes, queries } = setUp(1)
    first(nodes).behaviour = 'drop'
    for (let i = 0; i < 6; i++) await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' })
    first(nodes).behaviour = undefined
    expect(await read()).toBe(100)
    expect([queries(), first(nodes).pings]).toEqual([[7], 0])
  })

  test('at some requests alone is queried further', async () => {
    const { read, nodes, queries } = setUp(1)
    first(nodes).behaviour = 'busy'
    for (let i = 0; i < 6; i++) await expect(read()).rejects.toMatchObject({ code: 'upstream_failed' })
    first(nodes).behaviour = undefined
    expect(await read()).toBe(100)
    expect(queries()).toEqual([7])
  })

  test('is tried again after a pause, although the next one answers', async () => {
    const { read, nodes, queries, advance } = setUp(2)
    first(nodes).behaviour = 'drop'
    await read()
    first(nodes).behaviour = undefined
    await read()
    expect(queries()).toEqual([1, 2])
    advance(2000)
    await read()
    expect(queries()).toEqual([2, 2])
  })

  test('a limit is reported with the time that the node gives, and the node keeps it', async () => {
    const { read, nodes, queries, advance } = setUp(2)
    first(nodes).behaviour = () => new Response(null, { status: 429, headers: { 'retry-after': '7' } })
    await read()
    advance(6000)
    await read()
    expect(queries()).toEqual([1, 2])
    await expect(read({ isEligible: (node) => node === 0 })).rejects.toMatchObject({
      code: 'upstream_rate_limited',
      headers: { 'retry-after': '7' },
    })
  })
})

describe('a node that does not support a request', () => {
  const judge = () => 'unsupported' as const
  test('is passed over and not held against it; where none can, the first says so', async () => {
    const { rpc, read, nodes, queries, lines } = setUp(2)
    for (const node of nodes) node.behaviour = undefined
    const replies = await rpc.send([{ method: 'eth_call', params: [] }], { judge })
    expect(replies).toEqual([{ result: nodes[0]?.head }])
    expect(await read()).toBe(100)
    expect(queries()).toEqual([2, 1])
    expect(lines).toEqual([])
  })

  test('queries eligible nodes only', async () => {
    const { read, queries, rpc } = setUp(3)
    await read({ isEligible: (node) => node === 2 })
    expect(queries()).toEqual([0, 0, 1])
    expect(rpc.nodes).toBe(3)
  })
})
