import { numberToHex, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { multicall3Abi } from '../../shared/abi/multicall3.ts'
import type { Describe } from '../../shared/chain/calls.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { requestScope } from '../../shared/log/requestScope.ts'
import { ask } from '../support/ask.ts'
import { startRpcProxy, type ProxiedCall } from '../support/rpcProxy.ts'
import { useBorrowedWorld, useNet } from '../support/useNet.ts'

const vaultAbi = parseAbi(['function asset() view returns (address)', 'function symbol() view returns (string)'])
const HOLDER = '0x00000000000000000000000000000000000b10c5'
const BLOCKS = 70

const { anvil, world } = useBorrowedWorld({ past: true })
const first = useNet(() => startRpcProxy(anvil.url))
const second = useNet(() => startRpcProxy(anvil.url))
const head = async () => BigInt(String(await ask(anvil.url, 'eth_blockNumber')))
/** The block whose balance is 0; each one after it has one wei more. */
const zero = useNet(async () => {
  const number = await head()
  const [from] = Object(await ask(anvil.url, 'eth_accounts'))
  await ask(anvil.url, 'evm_setAutomine', false)
  for (let wei = 1; wei <= BLOCKS; wei++) {
    await ask(anvil.url, 'eth_sendTransaction', { from, to: HOLDER, value: numberToHex(1), gas: numberToHex(30_000) })
    await ask(anvil.url, 'evm_mine')
  }
  await ask(anvil.url, 'evm_setAutomine', true)
  return { number, stop: () => Promise.resolve() }
})
beforeEach(() => {
  first.reset()
  second.reset()
})

const lines: unknown[] = []
beforeEach(() => void lines.splice(0))
function chainAt(...urls: readonly string[]) {
  const { chainId, contracts } = world
  const rpc = createRpc({ urls, log: (...line) => void lines.push(line) })
  return { ...createChain(parseChainConfig({ chainId, contracts }), rpc), views: rpc.views }
}

const balance = ({ at }: Describe) => at(world.contracts.multicall3, multicall3Abi)('getEthBalance', [HOLDER])
const READS: Readonly<Record<string, (describe: Describe) => { balance: ReturnType<typeof balance> }>> = {
  'calls apart from each other': (read) => ({ balance: balance(read) }),
  'calls by results of others': (read) => {
    const asset = read.at(world.contracts.vault, vaultAbi)('asset')
    return { balance: balance(read), symbol: read.at(asset, vaultAbi)('symbol') }
  },
}

/** The wei of a read at the block that has so many, and what the scope of the request then says. */
async function readAt(
  chain: ReturnType<typeof chainAt>,
  wei: number,
  read = READS['calls by results of others'],
  carried = [code],
) {
  const block = zero.number + BigInt(wei)
  const scope = { id: 'test', minBlock: undefined, block, isFinal: false }
  const answer = await requestScope.run(scope, () => chain.read(read ?? (() => ({})), carried))
  expect(answer.asOf.blockNumber).toBe(String(block))
  return { ...answer, isFinal: scope.isFinal }
}
const code = { method: 'eth_getCode', params: [HOLDER, 'latest'] }

/** A node that answers calls at the block of so many wei with an error. */
const withoutState = (wei: number, error: object) => ({
  replies: ({ params }: ProxiedCall) =>
    params[1] === numberToHex(zero.number + BigInt(wei)) && typeof params[0] === 'object' ? { error } : undefined,
})
const refusesLens = {
  refuse: ({ method, params }: ProxiedCall) => method === 'eth_call' && !('to' in Object(params[0])),
}

describe.each(Object.entries(READS))('%s at a named block', (_, read) => {
  test('is one request at the block of the request, with what it carries', async () => {
    const { value, asOf, carried } = await readAt(chainAt(first.url), 3, read)
    expect(value).toMatchObject({ balance: 3n })
    const block = Object(await ask(anvil.url, 'eth_getBlockByNumber', numberToHex(zero.number + 3n), false))
    expect(asOf).toEqual({
      chainId: 31337,
      blockNumber: String(zero.number + 3n),
      timestamp: Number(block.timestamp),
      source: 'rpc',
    })
    expect(carried).toHaveLength(1)
    expect(first.requests).toHaveLength(1)
    expect(first.requests[0]?.calls.map(({ params }) => params[1])).toEqual([
      numberToHex(zero.number + 3n),
      undefined,
      false,
      false,
      numberToHex(zero.number + 3n),
    ])
  })

  test('gives way to a block that the reader itself names', async () => {
    const { asOf } = await readAt(chainAt(anvil.url), 3, read)
    const scope = { id: 'test', minBlock: undefined, block: zero.number + 9n }
    const own = await requestScope.run(scope, () => chainAt(anvil.url).read(read, [], asOf))
    expect(own.value).toMatchObject({ balance: 3n })
  })

  test('is final only as far as the node says so', async () => {
    expect((await readAt(chainAt(anvil.url), 1, read)).isFinal).toBe(true)
    expect((await readAt(chainAt(anvil.url), BLOCKS, read)).isFinal).toBe(false)
    first.mode = {
      replies: ({ params }) => (params[0] === 'finalized' ? { error: { code: -32602, message: 'no tag' } } : undefined),
    }
    expect((await readAt(chainAt(first.url), 1, read)).isFinal).toBe(false)
    first.mode = { replies: ({ params }) => (params[0] === 'finalized' ? { result: null } : undefined) }
    expect((await readAt(chainAt(first.url), 1, read)).isFinal).toBe(false)
  })

  // As they say it: geth twice, reth, erigon, nethermind, besu, anvil, and hosted nodes.
  test.each([
    [-32000, 'missing trie node 1f9c (path ) state 0x1f9c is not available, not found'],
    [-32000, 'historical state 1f9c is not available'],
    [4444, 'pruned history unavailable'],
    [-32603, 'state at block #2 is pruned'],
    [-32000, 'old data not available due to pruning'],
    [-32002, 'No state available for block 0x1f9c'],
    [-32000, 'World state unavailable'],
    [-32602, 'BlockOutOfRangeError: block height is 70 but requested was 2'],
    [-32000, 'header not found'],
    [-32602, 'Archive requests require a personal token'],
  ])('is read from another node after %i %s', async (code, message) => {
    first.mode = withoutState(2, { code, message })
    const chain = chainAt(first.url, second.url)
    expect((await readAt(chain, 2, read)).value).toMatchObject({ balance: 2n })
    expect([first.requests.length, second.requests.length]).toEqual([1, 1])
    await expect(readAt(chainAt(first.url), 2, read)).rejects.toMatchObject({
      code: 'state_not_available',
      message: `state_not_available: block: no node has the state of block ${zero.number + 2n}`,
    })
    // Anybody can name such a block: the node stays the first one, and keeps its lens.
    first.reset()
    expect((await chain.read(read)).value).toMatchObject({ balance: BigInt(BLOCKS) })
    expect(first.requests.map(({ calls }) => calls.length)).toEqual([1])
    expect(chain.views()).toEqual(['ok', 'ok'])
    expect(lines).toEqual([])
  })

  test('asks again later for a new block whose state a node does not have yet', async () => {
    first.mode = withoutState(BLOCKS - 2, { code: -32000, message: 'header not found' })
    await expect(readAt(chainAt(first.url), BLOCKS - 2, read)).rejects.toMatchObject({ code: 'behind_requested_block' })
  })

  test('is an outage if a node fails at the block for another reason, which is not held against it', async () => {
    first.mode = withoutState(2, { code: -32603, message: 'Internal error' })
    const chain = chainAt(first.url, second.url)
    expect((await readAt(chain, 2, read)).value).toMatchObject({ balance: 2n })
    await expect(readAt(chainAt(first.url), 2, read)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(chain.views()).toEqual(['ok', 'ok'])
  })

  test('of a block that no node has reached says so, after a node that is stuck', async () => {
    first.mode = { stuckAt: Number(zero.number) + 5 }
    expect((await readAt(chainAt(first.url, second.url), BLOCKS, read)).value).toMatchObject({
      balance: BigInt(BLOCKS),
    })
    await expect(readAt(chainAt(anvil.url), BLOCKS + 1, read)).rejects.toMatchObject({
      code: 'behind_requested_block',
      message: `behind_requested_block: the newest readable block is ${zero.number + BigInt(BLOCKS)}`,
    })
    // One that cannot exist yet costs no request to another node.
    first.reset()
    second.reset()
    await expect(readAt(chainAt(first.url, second.url), 10 ** 9, read)).rejects.toMatchObject({
      code: 'behind_requested_block',
    })
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
  })

  test('does not believe the height of a node of another chain', async () => {
    first.mode = { chainId: 1 }
    const chain = chainAt(first.url, second.url)
    await expect(readAt(chain, BLOCKS + 1, read)).rejects.toMatchObject({ code: 'behind_requested_block' })
    expect(chain.views()).toEqual(['down', 'ok'])
    expect(lines).toMatchObject([['warn', 'upstream_failure', { answeredChainId: 1 }]])
  })

  test('is the same by rounds of aggregates, from a node that refuses the lens', async () => {
    const expected = await readAt(chainAt(anvil.url), 4, read)
    first.mode = refusesLens
    expect(await readAt(chainAt(first.url), 4, read)).toEqual(expected)
    // One node lacks the state, the other refuses the lens.
    second.mode = withoutState(4, { code: -32000, message: 'missing trie node' })
    expect(await readAt(chainAt(second.url, first.url), 4, read)).toEqual(expected)
  })

  test('needs no Multicall3 at the block, if the node runs the lens', async () => {
    const isLens = ({ params }: ProxiedCall) => !('to' in Object(params[0]))
    const ofMulticall3 = (call: ProxiedCall) =>
      call.method === 'eth_call' && !isLens(call) ? { result: '0x' } : undefined
    first.mode = { replies: ofMulticall3 }
    const chain = chainAt(first.url)
    expect((await readAt(chain, 4, read)).value).toMatchObject({ balance: 4n })
    first.mode = {
      replies: (call) =>
        call.method === 'eth_call' && isLens(call)
          ? { error: { code: -32601, message: 'no creation code' } }
          : ofMulticall3(call),
    }
    await expect(readAt(chain, 4, read)).rejects.toMatchObject({ code: 'state_not_available' })
    expect(chain.views()).toEqual(['ok'])
    first.mode = 'pass'
    expect((await chain.read(read)).value).toMatchObject({ balance: BigInt(BLOCKS) })
  })

  test('is the same where a node allows little gas', async () => {
    const expected = await readAt(chainAt(anvil.url), 4, read)
    first.mode = { gas: 400_000 }
    expect(await readAt(chainAt(first.url), 4, read)).toEqual(expected)
  })
})
