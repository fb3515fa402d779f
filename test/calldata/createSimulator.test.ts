import { getContractAddress, parseAbi, type Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'
import { erc20Abi } from '../../shared/abi/erc20.ts'
import { voteEscrowAbi } from '../../shared/abi/voteEscrow.ts'
import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { encodeStep, type Step } from '../../shared/calldata/encodeStep.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

const owner = addressOf('owner')
const stranger = addressOf('stranger')

let anvil: Anvil
let proxy: RpcProxy
let token: Address
let escrow: Address
let blockNumber: string
let clock = 0

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await startRpcProxy(anvil.url)
  const chain = await openChain({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
  await installMulticall3(chain)
  token = (await chain.deploy('CreatorCoin', ['Coin', 'COIN', '', 10n ** 24n, owner])).address
  const vault = await chain.deploy('CreatorVault', [token, 'Vault', 'VAULT', owner, 5])
  escrow = (await chain.deploy('VoteEscrow', [token, vault.address, 'Escrow', 'ESC'])).address
  blockNumber = String((await chain.latest()).number)
})
afterAll(async () => {
  await proxy?.stop()
  await anvil?.stop()
})
beforeEach(() => proxy.reset())

const simulator = (multicall3: Address | undefined = multicall3Address): Simulate => {
  const contracts = multicall3 ? { multicall3 } : {}
  const config = { chainId: localChainId, contracts, blockTimeMs: 200, demoVaults: [], startBlock: 0 }
  return createSimulator(createChain(config, createRpc({ urls: [proxy.url] })), () => clock)
}
const approve = (amount: bigint): Step =>
  encodeStep({ to: token, abi: erc20Abi, functionName: 'approve', args: [escrow, amount], describe: () => '' })
const lock = (amount: bigint): Step =>
  encodeStep({
    to: escrow,
    abi: voteEscrowAbi,
    functionName: 'lock',
    args: [token, amount, 31_536_000n],
    describe: () => '',
  })
const refuseV1 = () => ({ refuse: ({ method }: { method: string }) => method === 'eth_simulateV1' })

describe.each([
  { by: 'eth_simulateV1', prepare: () => undefined, gas: true },
  {
    by: 'eth_call',
    prepare: () => {
      proxy.mode = refuseV1()
    },
    gas: false,
  },
])('by $by', ({ prepare, gas }) => {
  it('runs an approval and what needs it from the sender itself', async () => {
    prepare()
    const result = await simulator()({ from: owner, steps: [approve(5n), lock(5n)], blockNumber })
    expect(result).toMatchObject({ status: 'ok', blockNumber })
    expect(result.gas !== undefined).toBe(gas)
  })

  it('names the error and the call that raises it', async () => {
    prepare()
    expect(await simulator()({ from: stranger, steps: [approve(5n), lock(5n)], blockNumber })).toMatchObject({
      status: 'revert',
      error: { call: 1, name: 'ERC20InsufficientBalance', args: { sender: stranger, balance: '0', needed: '5' } },
    })
    expect(await simulator()({ from: owner, steps: [lock(5n)], blockNumber })).toMatchObject({
      status: 'revert',
      error: { call: 0, name: 'ERC20InsufficientAllowance', args: { spender: escrow, allowance: '0', needed: '5' } },
    })
  })

  it('changes nothing on the chain', async () => {
    prepare()
    await simulator()({ from: owner, steps: [approve(5n), lock(5n)], blockNumber })
    const chain = await openChain({ rpcUrl: anvil.url, artifacts: {} })
    expect(String((await chain.latest()).number)).toBe(blockNumber)
    expect(proxy.requests.flatMap(({ calls }) => calls).map(({ method }) => method)).not.toContainEqual(
      expect.stringMatching(/send/i),
    )
  })

  it('takes one request, the first time too', async () => {
    prepare()
    const simulate = simulator()
    for (let turn = 1; turn <= 3; turn++) {
      await simulate({ from: owner, steps: [approve(5n), lock(5n)], blockNumber })
      expect(proxy.requests).toHaveLength(turn)
    }
    // Once it is known what the node answers, only that is asked.
    expect(proxy.requests.at(-1)?.calls).toHaveLength(1)
  })
})

describe('a node that changes', () => {
  it('is asked for eth_simulateV1 again after a while', async () => {
    const simulate = simulator()
    proxy.mode = refuseV1()
    await simulate({ from: owner, steps: [approve(5n)], blockNumber })
    proxy.mode = 'pass'
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).gas).toBeUndefined()
    clock += 600_001
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).gas).toBeDefined()
  })

  it('that loses eth_simulateV1 is unavailable once, and then asked by eth_call', async () => {
    const simulate = simulator()
    await simulate({ from: owner, steps: [approve(5n)], blockNumber })
    proxy.mode = refuseV1()
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).status).toBe('unavailable')
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).status).toBe('ok')
  })
})

describe('unavailable, never a guess', () => {
  it.each(['drop', { status: 503 }, { status: 429 }, { refuse: () => true }] as const)(
    'with a node that says %j',
    async (mode) => {
      proxy.mode = mode
      expect(await simulator()({ from: owner, steps: [approve(5n)], blockNumber })).toEqual({
        status: 'unavailable',
        blockNumber: null,
      })
    },
  )

  it('for a block that the node does not have', async () => {
    expect((await simulator()({ from: owner, steps: [approve(5n)], blockNumber: '99999999' })).status).toBe(
      'unavailable',
    )
  })

  it('for several calls by eth_call where there is no Multicall3, or one of them sends value', async () => {
    proxy.mode = refuseV1()
    const paying = { ...approve(5n), value: '1' }
    expect(
      (
        await simulator('0x00000000000000000000000000000000000000aa')({
          from: owner,
          steps: [approve(5n), lock(5n)],
          blockNumber,
        })
      ).status,
    ).toBe('unavailable')
    expect((await simulator()({ from: owner, steps: [paying, lock(5n)], blockNumber })).status).toBe('unavailable')
  })
})

describe('contracts that do not tell', () => {
  /** Runtime code that a contract of its own consists of. */
  async function deploy(runtime: string): Promise<Address> {
    const chain = await openChain({ rpcUrl: anvil.url, artifacts: {} })
    const address = getContractAddress({ from: stranger, nonce: BigInt(Math.floor(Math.random() * 2 ** 31)) })
    await chain.setCode(address, `0x${runtime}`)
    return address
  }
  const call = (to: Address): Step =>
    encodeStep({ to, abi: parseAbi(['function poke()']), functionName: 'poke', args: [], describe: () => '' })
  const error = async (runtime: string) =>
    (await simulator()({ from: stranger, steps: [call(await deploy(runtime))], blockNumber })).error

  it('has no name for a revert without data', async () => {
    expect(await error('60006000fd')).toMatchObject({ name: null, args: {}, message: 'reverted without a reason' })
  })

  it('names a panic', async () => {
    // The selector of Panic(uint256) in memory, 0x11 after it, and a revert with both.
    expect(await error('634e487b7160e01b600052601160045260246000fd')).toMatchObject({
      name: 'Panic',
      args: { reason: '17' },
    })
  })
})
