import { Memory } from '../../shared/cache/Memory.ts'
import { createHash } from 'node:crypto'
import { parseAbi } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import { createSimulator } from '../../shared/calldata/createSimulator.ts'
import { createChain, type Chain } from '../../shared/chain/chain.ts'
import { createCodeReader } from '../../shared/chain/createCodeReader.ts'
import { createPriorReader } from '../../shared/chain/createPriorReader.ts'
import type { Describe } from '../../shared/chain/calls.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { eventsFromNode } from '../../shared/events/eventsFromNode.ts'
import { holdTimeOuts } from '../support/holdTimeOuts.ts'
import { SEED } from '../support/random.ts'
import { startRpcProxy, type ProxiedCall } from '../support/rpcProxy.ts'
import { useBorrowedWorld, useNet } from '../support/useNet.ts'

const abi = parseAbi([
  'function symbol() view returns (string)',
  'function totalAssets() view returns (uint256)',
  'function strategyCount() view returns (uint256)',
  'function strategyList(uint256) view returns (address)',
  'function vault() view returns (address)',
  'function getAllTokens() view returns (address[])',
])

const { anvil, world } = useBorrowedWorld()
const proxy = useNet(() => startRpcProxy(anvil.url))
beforeEach(() => proxy.reset())

const chainAt = (urls: readonly string[], now?: () => number): Chain => {
  const { chainId, contracts } = world
  return createChain(parseChainConfig({ chainId, contracts }), createRpc({ urls }), now)
}

/** Reads of every kind, and what they need of a node. */
const READS: Readonly<Record<string, (chain: Chain) => Promise<unknown>>> = {
  'an aggregate': async (chain) =>
    (await chain.read(({ at }) => ({ symbol: at(world.contracts.creatorCoin, abi)('symbol') }))).value,
  'the lens': async (chain) => (await chain.read(lanes)).value,
  'code beside a read': async (chain) => {
    const read = createCodeReader(chain, () => ['0x12345678'], { now: () => 0, memory: new Memory(() => 0) })
    return (await read(world.contracts.lpStrategyProxy, lanes)).value
  },
  'an earlier block': async (chain) => (await createPriorReader(chain, 1)(lanes)).value,
  'an earlier block, seen before': async (chain) => {
    const read = createPriorReader(chain, 1)
    await read(lanes).catch(() => undefined)
    return (await read(lanes)).value
  },
  logs: (chain) => {
    const address = world.contracts.gaugeVoting
    const topics = [`0x${'ab'.repeat(32)}`] as const
    return eventsFromNode(chain, { main: { stream: 's', address, topics }, limit: 1 }, { span: 10, requests: 2 }).then(
      ({ events, truncated }) => ({ events, truncated }),
    )
  },
}
const lanes = ({ at, each, times }: Describe) => ({
  lanes: each(at(world.contracts.registry, abi)('getAllTokens'), 8, (coin) => ({
    coin,
    symbol: at(coin, abi)('symbol'),
  })),
  strategies: times(at(world.contracts.vault, abi)('strategyCount'), 8, (i) => ({
    address: at(world.contracts.vault, abi)('strategyList', [i]),
  })),
})

/** Bytes that the seed and a name decide. */
const bytes = (name: string, length: number): string => {
  let text = ''
  for (let i = 0; text.length < 2 * length; i++)
    text += createHash('sha256').update(`${SEED} ${name} ${i}`).digest('hex')
  return text.slice(0, 2 * length)
}
const chance = (name: string, below: number): number => parseInt(bytes(name, 4), 16) % below

/** Values that a broken node returns instead of a result: unlike it, or nearly it. */
const GARBAGE: Readonly<Record<string, (result: unknown, name: string) => unknown>> = {
  '0x00': () => '0x00',
  '0xff…': () => `0x${'ff'.repeat(300)}`,
  'half a byte': () => '0xabc',
  'no hex': () => '0xnothing',
  text: () => 'unknown',
  null: () => null,
  'a number': () => 7,
  'an object': () => ({}),
  'an empty list': () => [],
  'a list of nothing': () => [null, 7, 'x', {}],
  'bytes by chance': (_, name) => `0x${bytes(name, chance(name, 400))}`,
  'the result cut off': (result, name) =>
    typeof result === 'string' ? result.slice(0, 2 + chance(name, Math.max(1, result.length - 2))) : [],
  'the result with one byte changed': (result, name) => {
    if (typeof result !== 'string' || result.length < 4) return '0x'
    const at = 2 + 2 * chance(name, (result.length - 2) >> 1)
    return result.slice(0, at) + bytes(`${name} byte`, 1) + result.slice(at + 2)
  },
  'a length of its own': (result) =>
    typeof result === 'string' ? result.replace(/(00){28}0000[0-9a-f]{4}(?=[0-9a-f]{64})/g, 'f'.repeat(64)) : {},
}

/** The value of a read, and the node's own result of each call, by its text: garbage is made of it. */
async function learn(read: (chain: Chain) => Promise<unknown>) {
  const truth = new Map<string, unknown>()
  proxy.reset()
  const value = await read(chainAt([proxy.url]))
  const calls = proxy.requests.flatMap((request) => request.calls)
  for (const call of calls) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
    const headers = { 'content-type': 'application/json' }
    const answer: unknown = await (await fetch(anvil.url, { method: 'POST', headers, body })).json()
    truth.set(JSON.stringify(call), Object(answer).result)
  }
  proxy.reset()
  return { value, truth, methods: [...new Set(calls.map(({ method }) => method))] }
}

describe.each(Object.keys(READS))('a node that says garbage to %s', (name) => {
  const read = READS[name] ?? (() => Promise.resolve())
  let known: Awaited<ReturnType<typeof learn>>
  beforeAll(async () => {
    known = await learn(read)
  })

  test.each(Object.keys(GARBAGE))('%s', async (kind) => {
    const garbage = GARBAGE[kind] ?? (() => undefined)
    const { value: right, truth, methods } = known
    const turns = /chance|cut|changed/.test(kind) ? 4 : 1
    for (const method of methods)
      for (let turn = 0; turn < turns; turn++) {
        const replies = (call: ProxiedCall) =>
          call.method === method
            ? { result: garbage(truth.get(JSON.stringify(call)), `${name} ${kind} ${method} ${turn}`) }
            : undefined
        const where = `seed ${SEED}, ${method}, turn ${turn}`
        proxy.mode = { replies }
        const alone = await read(chainAt([proxy.url])).catch((error: unknown) => error)
        if (alone instanceof Error) {
          expect(alone, where).toBeInstanceOf(ApiError)
          expect(Object(alone).code, where).toBe('upstream_failed')
        }
        // A changed byte of a text is a text; every other change is detected.
        if (kind.includes('one byte')) continue
        const withAnother = await read(chainAt([proxy.url, anvil.url])).catch((error: unknown) => error)
        expect(withAnother, where).toEqual(right)
      }
  })
})

describe('a simulation', () => {
  test.each(Object.keys(GARBAGE))('is unavailable if a node returns garbage: %s', async (kind) => {
    const { contracts, chainId } = world
    const from = world.accounts[0]?.address ?? contracts.usdc
    const step = encodeStep({ to: contracts.creatorCoin, abi, functionName: 'symbol', args: [], describe: () => '' })
    for (const steps of [[step], [step, step]])
      for (const inside of [false, true]) {
        const simulate = createSimulator(chainAt([proxy.url]), () => 0)
        const garbage = GARBAGE[kind]?.('0x12345678', kind)
        const result = inside
          ? [{ calls: steps.map(() => ({ status: garbage, gasUsed: '0x', returnData: garbage })) }]
          : garbage
        proxy.mode = { replies: () => ({ result: result }) }
        const simulation = await simulate({ from, steps, blockNumber: '1' })
        expect(['unavailable', 'ok'], String(chainId)).toContain(simulation.status)
        if (typeof garbage !== 'string' || !/^0x([0-9a-f]{2})*$/.test(garbage))
          expect(simulation.status).toBe('unavailable')
      }
  })
})

describe('what turns the lens off', () => {
  const lensCalls = () =>
    proxy.requests.filter(({ calls }) =>
      calls.some(({ method, params }) => method === 'eth_call' && !('to' in Object(params[0]))),
    ).length
  const saying = (error: { code: number; message: string }) => ({
    replies: ({ method, params }: ProxiedCall) =>
      method === 'eth_call' && !('to' in Object(params[0])) ? { error } : undefined,
  })

  test.each([
    { code: -32000, message: 'header not found' },
    { code: -32000, message: 'missing trie node 12ab (path )' },
    { code: -32603, message: 'internal error' },
    { code: -32000, message: 'execution aborted (timeout = 5s)' },
    { code: -32000, message: 'something that nobody knows' },
    { code: -32602, message: 'BlockOutOfRangeError: block height is 10 but requested was 11' },
  ])('not a passing failure: $message', async (error) => {
    const chain = chainAt([proxy.url])
    proxy.mode = saying(error)
    await expect(chain.read(lanes)).rejects.toMatchObject({ code: 'upstream_failed' })
    proxy.reset()
    await chain.read(lanes)
    expect(lensCalls()).toBe(1)
    expect(proxy.requests).toHaveLength(1)
    // Another node answers meanwhile.
    proxy.mode = saying(error)
    expect((await chainAt([proxy.url, anvil.url]).read(lanes)).value.lanes).toHaveLength(2)
  })

  test.each([
    { code: -32601, message: 'the method eth_call is not available' },
    { code: -32602, message: 'invalid argument 0: missing field "to"' },
    { code: -32000, message: 'contract creation is not supported' },
    { code: -32000, message: 'invalid opcode: PUSH0' },
    { code: 3, message: 'execution reverted' },
  ])('for ten minutes what says that the node cannot do it: $message', async (error) => {
    let clock = 0
    const chain = chainAt([proxy.url], () => clock)
    proxy.mode = saying(error)
    expect((await chain.read(lanes)).value.lanes).toHaveLength(2)
    expect(lensCalls()).toBe(1)
    for (const [now, times] of [
      [599_999, 0],
      [600_000, 1],
    ] as const) {
      proxy.reset()
      clock = now
      await chain.read(lanes)
      expect(lensCalls()).toBe(times)
    }
  })

  test('of the node that refused it alone', async () => {
    const other = await startRpcProxy(anvil.url)
    const chain = chainAt([proxy.url, other.url])
    proxy.mode = saying({ code: -32601, message: 'no' })
    for (let turn = 0; turn < 3; turn++) await chain.read(lanes)
    expect(lensCalls()).toBe(1)
    expect(other.requests).toHaveLength(3)
    await other.stop()
  })

  test('nor are reads lost where the node that runs it fails, and the other one does not run it', async () => {
    const other = await startRpcProxy(anvil.url)
    const chain = chainAt([other.url, proxy.url])
    proxy.mode = saying({ code: -32601, message: 'no' })
    other.mode = 'drop'
    for (let turn = 0; turn < 3; turn++) expect((await chain.read(lanes)).value.lanes).toHaveLength(2)
    expect(lensCalls()).toBe(1)
    other.reset()
    await chain.read(lanes)
    expect(other.requests).toHaveLength(1)
    await other.stop()
  })

  test('not a node that hangs', async () => {
    const { chainId, contracts } = world
    const timeOuts = holdTimeOuts()
    const open = () => createRpc({ urls: [proxy.url] })
    // A node that hung is remembered by the client, not by the chain.
    let rpc = open()
    const chain = createChain(parseChainConfig({ chainId, contracts }), {
      nodes: 1,
      send: (...args) => rpc.send(...args),
    })
    proxy.mode = 'hang'
    const failed = expect(chain.read(lanes)).rejects.toMatchObject({ code: 'upstream_timeout' })
    // The reading, and a trivial call.
    for (const count of [1, 2]) {
      await expect.poll(() => proxy.requests.length).toBe(count)
      timeOuts.fire()
    }
    await failed
    proxy.reset()
    rpc = open()
    await chain.read(lanes)
    expect(lensCalls()).toBe(1)
  })

  test('not a lack of gas', async () => {
    const chain = chainAt([proxy.url])
    proxy.mode = { gas: 60_000 }
    await expect(chain.read(lanes)).rejects.toMatchObject({ code: 'upstream_failed' })
    proxy.reset()
    await chain.read(lanes)
    expect(lensCalls()).toBe(1)
  })
})
