import { isHex, numberToHex, parseAbi, type Address, type Hex } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil } from '../../localnet/world/startAnvil.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { createSimulator } from '../../shared/calldata/createSimulator.ts'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { useNet } from '../support/useNet.ts'

const owner = addressOf('owner')

let chain: Chain
let outOfGas: Address

const anvil = useNet(() => startAnvil())
beforeAll(async () => {
  const compiled = await compileSolidity({ sources: ['test/calldata/contracts/Hungry.sol'] })
  chain = await openChain({ rpcUrl: anvil.url, artifacts: { ...(await loadArtifacts()), ...compiled } })
  await installMulticall3(chain)
  const eater = await chain.deploy('Eater')
  outOfGas = (await chain.deploy('Hungry', [eater.address])).address
})

type Json = Record<string, unknown>
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The node as one that gives no call more gas than this, and does not answer the methods of these names. */
function cappedNode(cap: number, refused: readonly string[] = []): typeof fetch {
  const capped = (call: unknown) => {
    const requested = isRecord(call) && isHex(call['gas']) ? Number(call['gas']) : Infinity
    return isRecord(call) ? { ...call, gas: numberToHex(Math.min(cap, requested)) } : call
  }
  const rewrite = (message: Json): Json => {
    const [first, ...others] = Array.isArray(message['params']) ? message['params'] : []
    if (message['method'] === 'eth_call') return { ...message, params: [capped(first), ...others] }
    if (message['method'] !== 'eth_simulateV1' || !isRecord(first)) return message
    const blocks: unknown[] = Array.isArray(first['blockStateCalls']) ? first['blockStateCalls'] : []
    const blockStateCalls = blocks.map((block) =>
      isRecord(block) && Array.isArray(block['calls']) ? { ...block, calls: block['calls'].map(capped) } : block,
    )
    return { ...message, params: [{ ...first, blockStateCalls }, ...others] }
  }
  const answer = async (message: Json): Promise<unknown> => {
    if (refused.includes(String(message['method'])))
      return { id: message['id'], error: { code: -32601, message: 'the method does not exist' } }
    const response = await fetch(anvil.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rewrite(message)),
    })
    return response.json()
  }
  return async (_, init) => {
    const body: unknown = JSON.parse(String(init?.body))
    const replies = await Promise.all([body].flat().filter(isRecord).map(answer))
    return new Response(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }
}

const abi = parseAbi([
  'function eat(uint256 gas)',
  'function feed(uint256 gas)',
  'function feedOrSay(uint256 gas)',
  'function refuse()',
  'function refuseAfter(uint256 gas)',
])
type Name = 'eat' | 'feed' | 'feedOrSay' | 'refuseAfter'

async function simulated(
  cap: number,
  refused: readonly string[],
  calls: readonly (readonly [Name, bigint] | readonly ['refuse'])[],
) {
  const config = {
    chainId: localChainId,
    contracts: { multicall3: multicall3Address },
    blockTimeMs: 200,
    demoVaults: [],
    startBlock: 0,
  }
  const rpc = createRpc({ urls: [anvil.url], fetch: cappedNode(cap, refused) })
  const simulate = createSimulator(createChain(config, rpc), () => 0)
  const steps = calls.map(([functionName, gas = 0n]) =>
    functionName === 'refuse'
      ? encodeStep({ to: outOfGas, abi, functionName, args: [], describe: () => '' })
      : encodeStep({ to: outOfGas, abi, functionName, args: [gas], describe: () => '' }),
  )
  const blockNumber = String((await chain.latest()).number)
  const run = () => simulate({ from: owner, steps, blockNumber }).then(({ status, error }) => [status, error?.name])
  // The first time all ways are tried; the second, only the one that the node answered.
  const first = await run()
  expect(await run()).toEqual(first)
  return first
}

describe.each([
  { by: 'eth_simulateV1', refused: [] },
  { by: 'eth_call', refused: ['eth_simulateV1'] },
])('by $by, a node that caps gas', ({ refused }) => {
  const million = 1_000_000n

  it.each<[string, Name]>([
    ['itself', 'eat'],
    ['one contract further down', 'feed'],
    ['further down, with an error of its own', 'feedOrSay'],
  ])('is not known to revert where the gas ends in the call %s', async (_, name) => {
    expect(await simulated(1_000_000, refused, [[name, 2n * million]])).toEqual(['unavailable', undefined])
    expect(await simulated(20_000_000, refused, [[name, 2n * million]])).toEqual(['ok', undefined])
  })

  it('neither where it ends in the last of several', async () => {
    const calls = [
      ['eat', 200_000n],
      ['feed', 2n * million],
    ] as const
    expect(await simulated(1_000_000, refused, calls)).toEqual(['unavailable', undefined])
    expect(await simulated(20_000_000, refused, calls)).toEqual(['ok', undefined])
  })

  it('runs what needs less, and reports its reverts by name', async () => {
    expect(await simulated(10_000_000, refused, [['feed', 300_000n]])).toEqual(['ok', undefined])
    expect(await simulated(10_000_000, refused, [['refuse']])).toEqual(['revert', 'NoDebt'])
    expect(await simulated(10_000_000, refused, [['eat', 100_000n], ['refuse']])).toEqual(['revert', 'NoDebt'])
  })
})

it('if a node reports the gas used, a revert that left most of a little gas is a revert', async () => {
  expect(await simulated(1_000_000, [], [['refuse']])).toEqual(['revert', 'NoDebt'])
  expect(await simulated(2_000_000, [], [['refuseAfter', 400_000n]])).toEqual(['revert', 'NoDebt'])
})

const nonsense: Record<string, unknown> = {
  'empty quantities': { status: '0x', gasUsed: '0x' },
  'another status': { status: '0x5', gasUsed: '0x1' },
  'no status': { gasUsed: '0x1' },
  'a status that is a number': { status: 1, gasUsed: '0x1' },
  'gas past 64 bits': { status: '0x1', gasUsed: `0x${'f'.repeat(40)}` },
  'no call': null,
}
it.each([
  ...Object.entries(nonsense).map(([name, call]) => ({ name, result: [{ calls: [call] }] })),
  { name: 'no calls', result: [{}] },
  { name: 'more calls than were sent', result: [{ calls: [0, 1].map(() => ({ status: '0x1', gasUsed: '0x1' })) }] },
  { name: 'another thing', result: 'ok' },
  { name: 'nothing', result: null },
])('a node that answers $name to eth_simulateV1, and eth_call with it, says nothing', async ({ result }) => {
  const send: typeof fetch = async (_, init) => {
    const messages: unknown = JSON.parse(String(init?.body))
    const replies = [messages].flat().map((message) => ({ id: isRecord(message) ? message['id'] : 0, result }))
    return new Response(JSON.stringify(Array.isArray(messages) ? replies : replies[0]))
  }
  const config = { chainId: localChainId, contracts: {}, blockTimeMs: 200, demoVaults: [], startBlock: 0 }
  const simulate = createSimulator(createChain(config, createRpc({ urls: [anvil.url], fetch: send })), () => 0)
  const step = encodeStep({ to: outOfGas, abi, functionName: 'refuse', args: [], describe: () => '' })
  expect(await simulate({ from: owner, steps: [step], blockNumber: '1' })).toEqual({
    status: 'unavailable',
    blockNumber: null,
  })
})

const oddBytes: Hex = '0x123'
it('half a byte of returned data counts as no data', async () => {
  const send: typeof fetch = async (_, init) => {
    const message: unknown = JSON.parse(String(init?.body))
    const call = { status: '0x0', gasUsed: '0x5208', returnData: oddBytes, error: { code: 3, data: oddBytes } }
    const replies = [message]
      .flat()
      .map((each) => ({ id: isRecord(each) ? each['id'] : 0, result: [{ calls: [call] }] }))
    return new Response(JSON.stringify(Array.isArray(message) ? replies : replies[0]))
  }
  const config = { chainId: localChainId, contracts: {}, blockTimeMs: 200, demoVaults: [], startBlock: 0 }
  const simulate = createSimulator(createChain(config, createRpc({ urls: [anvil.url], fetch: send })), () => 0)
  const step = encodeStep({ to: outOfGas, abi, functionName: 'refuse', args: [], describe: () => '' })
  expect(await simulate({ from: owner, steps: [step], blockNumber: '1' })).toMatchObject({
    status: 'revert',
    error: { name: null, message: 'reverted without a reason' },
  })
})
