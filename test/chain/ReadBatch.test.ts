import { parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { type Chain, createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { ReadBatch } from '../../shared/chain/ReadBatch.ts'
import { createRpc, type Rpc } from '../../shared/chain/rpc.ts'
import { ask } from '../support/ask.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'
import { useBorrowedWorld } from '../support/useNet.ts'

const abi = parseAbi([
  'function pokes() view returns (uint256)',
  'function wrap(uint256) view returns (uint256)',
  'function poke(uint256) returns (uint256)',
  'function eat(uint256) view returns (uint256)',
  'function fails() view returns (uint256)',
])

let proxy: RpcProxy
let contract: Address
const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const artifacts = await compileSolidity({ sources: ['test/chain/contracts/Hungry.sol'] })
  contract = (await (await openChain({ rpcUrl: anvil.url, artifacts })).deploy('Hungry', [])).address
  proxy = await startRpcProxy(anvil.url)
})
beforeEach(() => proxy.reset())
afterAll(() => proxy?.stop())

const over = (rpc: Rpc): Chain =>
  createChain(parseChainConfig({ chainId: world.chainId, contracts: world.contracts }), rpc)
const rpcOf = () => createRpc({ urls: [proxy.url], timeoutMs: 20_000 })

/** Runs work as the items of one batch. */
async function together<T>(
  items: readonly (() => Promise<T>)[],
  batch = new ReadBatch({ head: undefined, minBlock: undefined }),
) {
  return Promise.allSettled(items.map((work) => batch.run(work)))
}
type Name = 'pokes' | 'fails'
const reading = (chain: Chain, name: Name) => async () =>
  (await chain.read(({ at }) => ({ value: at(contract, abi)(name) }))).value.value
const callsOf = () => proxy.requests.map(({ calls }) => calls.length)

test('reads of all items are one request, and each gets its own values and its own nulls', async () => {
  const chain = over(rpcOf())
  const found = await together<unknown>([
    reading(chain, 'pokes'),
    reading(chain, 'fails'),
    async () => {
      const { value } = await chain.read(({ at }) => ({ wrapped: at(contract, abi)('wrap', [7n]) }))
      // The next read waits for nobody, and is of the same block.
      const { asOf } = await chain.read(({ at }) => ({ value: at(contract, abi)('pokes') }))
      return { wrapped: value.wrapped, block: asOf.blockNumber }
    },
  ])
  const alone = await chain.read(({ at }) => ({ wrapped: at(contract, abi)('wrap', [7n]) }))
  expect(found).toMatchObject([
    { value: 0n },
    { value: null },
    { value: { wrapped: alone.value.wrapped, block: alone.asOf.blockNumber } },
  ])
  expect(callsOf().slice(0, 2)).toEqual([1, 1])
})

test('a read that changes what others would see is a call of its own in the same request', async () => {
  const chain = over(rpcOf())
  const poking = async () =>
    (await chain.read(({ at }) => ({ poke: at(contract, abi)('poke', [1n]), pokes: at(contract, abi)('pokes') }))).value
      .pokes
  expect(await together([poking, reading(chain, 'pokes'), poking])).toMatchObject([
    { value: 1n },
    { value: 0n },
    { value: 1n },
  ])
  expect(callsOf()).toEqual([3])
})

test('reads that are too long for one program are more calls of one request', async () => {
  const chain = over(rpcOf())
  const long = async () =>
    (
      await chain.read(({ at }) =>
        Object.fromEntries(Array.from({ length: 40 }, (_, i) => [i, at(contract, abi)('wrap', [BigInt(i)])])),
      )
    ).value
  const found = await together(Array.from({ length: 20 }, () => long))
  expect(found.every((one) => one.status === 'fulfilled' && one.value['39'] !== null)).toBe(true)
  expect(callsOf()).toHaveLength(1)
  expect(callsOf()[0]).toBeGreaterThan(1)
})

test('a read that takes more than all gas fails alone', async () => {
  const chain = over(rpcOf())
  proxy.mode = { gas: 2_000_000 }
  const eating = async () => (await chain.read(({ at }) => ({ one: at(contract, abi)('eat', [3_000_000n]) }))).value.one
  const found = await together([eating, reading(chain, 'pokes'), eating])
  expect(found).toMatchObject([
    { reason: { code: 'upstream_failed' } },
    { value: 0n },
    { reason: { code: 'upstream_failed' } },
  ])
})

test('a node that fails fails every read, with one request', async () => {
  const chain = over(rpcOf())
  proxy.mode = { status: 500 }
  const found = await together([reading(chain, 'pokes'), reading(chain, 'pokes')])
  expect(found).toMatchObject([{ reason: { code: 'upstream_failed' } }, { reason: { code: 'upstream_failed' } }])
  expect(callsOf()).toHaveLength(1)
})

test('if the node comes to a new block between two calls of the request, all values are of the first', async () => {
  const rpc = rpcOf()
  let mined = 0
  const chain = over({
    ...rpc,
    async send(calls, options) {
      const replies = []
      for (const [i, call] of calls.entries()) {
        if (i === 1 && mined++ === 0) await ask(anvil.url, 'evm_mine')
        replies.push(...(await rpc.send([call])))
      }
      options?.judge?.(replies, 0)
      return replies
    },
  })
  const blockOf = async () =>
    (await chain.read(({ at }) => ({ poke: at(contract, abi)('poke', [1n]), pokes: at(contract, abi)('pokes') }))).asOf
      .blockNumber
  const batch = new ReadBatch({ head: undefined, minBlock: undefined })
  const found = await together([blockOf, blockOf, blockOf], batch)
  expect(mined).toBe(1)
  const block = String(batch.head?.blockNumber)
  expect(found).toMatchObject([{ value: block }, { value: block }, { value: block }])
})
