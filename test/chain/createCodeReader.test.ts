import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toFunctionSelector, type Address } from 'viem'
import { buildWorld, type World } from '../../localnet/world/buildWorld.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain as Node } from '../../localnet/world/openChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { erc20Abi } from '../../shared/abi/standards.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createCodeReader } from '../../shared/chain/createCodeReader.ts'
import { Memory } from '../../shared/cache/Memory.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'
import { useNet } from '../support/useNet.ts'

let proxy: RpcProxy
let node: Node
let world: World

const anvil = useNet(() => startAnvil())
beforeAll(async () => {
  const artifacts = await loadArtifacts()
  world = await buildWorld({ rpcUrl: anvil.url, artifacts })
  node = await openChain({ rpcUrl: anvil.url, artifacts })
  proxy = await startRpcProxy(anvil.url)
})
afterAll(() => proxy?.stop())

const later = toFunctionSelector('setCharmVault(address)')
const first = toFunctionSelector('setLpVault(address)')
const clone = '0x00000000000000000000000000000000000C104E'

/** A reader with nothing remembered, and a clock. */
function createReader(share?: number) {
  const chain = createChain(
    parseChainConfig({ chainId: world.chainId, contracts: world.contracts }),
    createRpc({ urls: [proxy.url] }),
  )
  const clock = { now: 0 }
  const now = () => clock.now
  const read = createCodeReader(chain, () => [first, later], {
    now,
    memory: new Memory(now),
    ...(share ? { share } : {}),
  })
  proxy.reset()
  return {
    clock,
    /** Selectors at an address, with a read of calls that need each other beside it, and one of a call that needs none. */
    async selectors(address: Address, depends = true) {
      const { value, selectors } = await read(address, ({ at }) => {
        const vault = at(world.contracts.shareToken, erc20Abi)('name')
        const supply = at(depends ? at(world.contracts.wrapper, vaultOf)('vault') : world.contracts.vault, erc20Abi)
        return { name: vault, symbol: supply('symbol') }
      })
      expect(value).toEqual({ name: '■AURORA', symbol: '▢AURORA' })
      return typeof selectors === 'object' && selectors ? [...selectors] : selectors
    },
    requests: () => proxy.requests.length,
  }
}
const vaultOf = [
  { type: 'function', name: 'vault', stateMutability: 'view', inputs: [], outputs: [{ type: 'address' }] },
] as const

describe('happy', () => {
  it('reads the code in the request of the read, and keeps it', async () => {
    const reader = createReader()
    for (const depends of [true, false]) {
      expect(await reader.selectors(world.contracts.lpStrategyFirst, depends)).toEqual([first])
      expect(await reader.selectors(world.contracts.lpStrategy, depends)).toEqual([later])
    }
    expect(reader.requests()).toBe(4)
    expect(proxy.requests.map(({ calls }) => calls.length)).toEqual([3, 3, 1, 1])
  })

  it('follows a proxy to its implementation by one more request', async () => {
    const reader = createReader()
    expect(await reader.selectors(world.contracts.lpStrategyProxy)).toEqual([later])
    expect(reader.requests()).toBe(2)
    expect(await reader.selectors(world.contracts.lpStrategyProxy)).toEqual([later])
    expect(reader.requests()).toBe(3)
  })

  it('follows a minimal proxy', async () => {
    const implementation = world.contracts.lpStrategy.slice(2).toLowerCase()
    await node.setCode(clone, `0x363d3d373d3d3d363d73${implementation}5af43d82803e903d91602b57fd5bf3`)
    expect(await createReader().selectors(clone)).toEqual([later])
  })

  it('looks again after an hour', async () => {
    const reader = createReader()
    const address = '0x000000000000000000000000000000000000C0DE'
    await node.setCode(address, `0x63${first.slice(2)}`)
    expect(await reader.selectors(address)).toEqual([first])
    await node.setCode(address, `0x63${later.slice(2)}`)
    reader.clock.now = 3_599_999
    expect(await reader.selectors(address)).toEqual([first])
    reader.clock.now = 3_600_000
    expect(await reader.selectors(address)).toEqual([later])
  })
})

describe('error', () => {
  it('reports an address without code, and looks again the next time', async () => {
    const reader = createReader()
    const address = '0x00000000000000000000000000000000000C0DE2'
    expect(await reader.selectors(address)).toBe('no code')
    await node.setCode(address, `0x63${first.slice(2)}`)
    expect(await reader.selectors(address)).toEqual([first])
  })

  it('reports null if the node does not return the code, or that behind a proxy', async () => {
    const reader = createReader()
    proxy.mode = { refuse: ({ method }) => method === 'eth_getCode' }
    expect(await reader.selectors(world.contracts.lpStrategy)).toBeNull()
    const isOwn = (params: readonly unknown[]) =>
      String(params[0]).toLowerCase() === world.contracts.lpStrategyProxy.toLowerCase()
    proxy.mode = { refuse: ({ method, params }) => method === 'eth_getCode' && !isOwn(params) }
    expect(await reader.selectors(world.contracts.lpStrategyProxy)).toBeNull()
    proxy.mode = 'pass'
    expect(await reader.selectors(world.contracts.lpStrategyProxy)).toEqual([later])
  })

  it('reads the code of a node that refuses the lens, too', async () => {
    const reader = createReader()
    proxy.mode = { refuse: ({ method, params }) => method === 'eth_call' && !('to' in Object(params[0])) }
    expect(await reader.selectors(world.contracts.lpStrategyFirst)).toEqual([first])
  })
})

describe('security', () => {
  it('remembers as many addresses as its share of memory holds', async () => {
    const reader = createReader(1000)
    const { lpStrategy, lpStrategyFirst, lpVault } = world.contracts
    for (const address of [lpStrategy, lpStrategyFirst, lpVault, lpVault, lpStrategyFirst, lpStrategy])
      await reader.selectors(address)
    expect(proxy.requests.map(({ calls }) => calls.length)).toEqual([3, 3, 3, 1, 1, 3])
  })
})
