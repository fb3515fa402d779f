import { getContractAddress, numberToHex, parseAbi, type Address } from 'viem'
import { getBalance } from 'viem/actions'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil } from '../../localnet/world/startAnvil.ts'
import { erc20Abi } from '../../shared/abi/standards.ts'
import { voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import { attemptCall } from '../../shared/calldata/attemptCall.ts'
import { attemptSimulateV1 } from '../../shared/calldata/attemptSimulateV1.ts'
import { createSimulator, type Simulate } from '../../shared/calldata/createSimulator.ts'
import { encodeStep, type Step } from '../../shared/calldata/encodeStep.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { createRandom } from '../support/random.ts'
import { startRpcProxy } from '../support/rpcProxy.ts'
import { useNet } from '../support/useNet.ts'

const owner = addressOf('owner')
const stranger = addressOf('stranger')

const random = createRandom('createSimulator')

let token: Address
let escrow: Address
let blockNumber: string
let clock = 0

const anvil = useNet(() => startAnvil())
const proxy = useNet(() => startRpcProxy(anvil.url))
beforeAll(async () => {
  const chain = await openChain({ rpcUrl: anvil.url, artifacts: await loadArtifacts() })
  await installMulticall3(chain)
  token = (await chain.deploy('CreatorCoin', ['Coin', 'COIN', '', 10n ** 24n, owner])).address
  const vault = await chain.deploy('CreatorVault', [token, 'Vault', 'VAULT', owner, 5])
  escrow = (await chain.deploy('VoteEscrow', [token, vault.address, 'Escrow', 'ESC'])).address
  blockNumber = String((await chain.latest()).number)
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
const paying = (to: Address, value: bigint): Step => ({
  ...encodeStep({ to, abi: parseAbi(['function poke()']), functionName: 'poke', args: [], describe: () => '' }),
  value: String(value),
})
const open = () => openChain({ rpcUrl: anvil.url, artifacts: {} })
const head = async () => String((await (await open()).latest()).number)
const balanceOf = async (address: Address) => getBalance((await open()).client, { address })

/** A contract of its own that consists of this runtime code. */
async function deploy(runtime: string): Promise<Address> {
  const address = getContractAddress({ from: stranger, nonce: random.bits(31) })
  const chain = await open()
  await chain.setCode(address, `0x${runtime}`)
  return address
}
/** Runtime code that reverts unless it runs in this block: number, push, eq, push 12, jumpi, revert, stop. */
const blockGuard = (block: bigint) => `4361${block.toString(16).padStart(4, '0')}14600c57600080fd5b00`
/** Runtime code that reverts unless it runs at this time: timestamp, push, eq, push 14, jumpi, revert, stop. */
const timeGuard = (time: number) => `4263${time.toString(16).padStart(8, '0')}14600e57600080fd5b00`
/** Runtime code that reverts unless it is sent exactly this much: callvalue, push, eq, push 11, jumpi, revert, stop. */
const valueGuard = (wei: number) => `3460${wei.toString(16).padStart(2, '0')}14600b57600080fd5b00`

const view = { to: multicall3Address, data: '0x3408e470' } as const
const views = { before: [view], after: [view] }

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

  it('sends values along, each to its own call', async () => {
    prepare()
    const to = '0x00000000000000000000000000000000000000b1'
    const before = await balanceOf(to)
    expect(await simulator()({ from: owner, steps: [paying(to, 10n ** 18n)], blockNumber })).toMatchObject({
      status: 'ok',
    })
    const payingGuard = await deploy(valueGuard(7))
    const steps = [approve(5n), paying(to, 3n), paying(payingGuard, 7n), lock(5n)]
    expect(await simulator()({ from: owner, steps, blockNumber: await head() })).toMatchObject({ status: 'ok' })
    const wrong = [approve(5n), paying(to, 7n), paying(payingGuard, 3n), lock(5n)]
    expect(await simulator()({ from: owner, steps: wrong, blockNumber: await head() })).toMatchObject({
      status: 'revert',
      error: { call: 2 },
    })
    expect(await balanceOf(to)).toBe(before)
  })

  it('runs in the block after, the first in which a transaction can be mined', async () => {
    prepare()
    const now = await head()
    const [next, same] = [await deploy(blockGuard(BigInt(now) + 1n)), await deploy(blockGuard(BigInt(now)))]
    for (const others of [[], [approve(5n)]]) {
      const run = (to: Address) => simulator()({ from: owner, steps: [...others, paying(to, 0n)], blockNumber: now })
      expect((await run(next)).status).toBe('ok')
      expect((await run(same)).status).toBe('revert')
    }
  })

  it('runs at a later time, if it is given one', async () => {
    prepare()
    const now = await head()
    const { timestamp } = await (await open()).latest()
    const time = Number(timestamp) + 1000
    const to = await deploy(timeGuard(time))
    const sequence = { from: owner, steps: [paying(to, 0n)], blockNumber: now }
    expect((await simulator()({ ...sequence, time })).status).toBe('ok')
    expect((await simulator()(sequence)).status).toBe('revert')
  })

  it('distinguishes a sender without the value from a node that does not answer', async () => {
    prepare()
    const to = '0x00000000000000000000000000000000000000b1'
    const poor = '0x00000000000000000000000000000000000000a1'
    for (const steps of [[paying(to, 1n)], [approve(0n), paying(to, 1n), approve(0n)]]) {
      expect(await simulator()({ from: poor, steps, blockNumber })).toMatchObject({
        status: 'revert',
        blockNumber,
        error: { call: steps.length === 1 ? 0 : 1, name: null, message: expect.stringMatching(/^insufficient funds/) },
      })
    }
  })

  it('takes one request, the first time too', async () => {
    prepare()
    const simulate = simulator()
    for (let turn = 1; turn <= 3; turn++) {
      await simulate({ from: owner, steps: [approve(5n), lock(5n)], blockNumber })
      expect(proxy.requests).toHaveLength(turn)
    }
    // Once the node's method is known, only that one is called.
    expect(proxy.requests.at(-1)?.calls).toHaveLength(1)
  })
})

describe('a node without eth_simulateV1 and a call that pays its sender', () => {
  // CALL(gas, caller, callvalue, no data), or revert.
  const refund = () => deploy('600080808034335af1601057600080fd5b00')
  /** The same with the gas of Solidity's `transfer`. */
  const stingyRefund = () => deploy('60008080803433612328f1601257600080fd5b00')
  /** EXTCODESIZE of the caller: revert if it has code. */
  const codeless = () => deploy('333b15600a57600080fd5b00')
  const ok = { success: true }

  it('succeeds with its views, alone and after others, as the sender has no code that refuses it', async () => {
    proxy.mode = refuseV1()
    for (const to of [await refund(), await stingyRefund()])
      for (const others of [[], [approve(5n)]]) {
        const steps = [...others, paying(to, 5n)]
        expect(await simulator()({ from: owner, steps, ...views, blockNumber: await head() })).toMatchObject({
          status: 'ok',
          observed: { before: [ok], after: [ok] },
        })
      }
  })

  it('is run as it is, without views, if the contract refuses senders with code', async () => {
    proxy.mode = refuseV1()
    const steps = [paying(await codeless(), 0n)]
    expect(await simulator()({ from: owner, steps, ...views, blockNumber: await head() })).toMatchObject({
      status: 'ok',
      observed: { before: [], after: [] },
    })
  })
})

describe('a provider that refuses the views of a request', () => {
  it('runs the steps alone, in one further request', async () => {
    const simulate = simulator()
    const sequence = { from: owner, steps: [approve(5n), lock(5n)], ...views, blockNumber }
    expect((await simulate(sequence)).observed?.after).toHaveLength(1)
    expect(proxy.requests).toHaveLength(1)
    proxy.mode = {
      replies: ({ params }) =>
        JSON.stringify(params).includes(view.data.slice(2))
          ? { error: { code: -32005, message: 'limit exceeded' } }
          : undefined,
    }
    for (const turn of [3, 5]) {
      expect(await simulate(sequence)).toMatchObject({
        status: 'ok',
        gasByCall: [expect.any(String), expect.any(String)],
        observed: { before: [], after: [], logs: expect.any(Array) },
      })
      expect(proxy.requests).toHaveLength(turn)
    }
  })

  it('is not queried again if it does not answer', async () => {
    const simulate = simulator()
    await simulate({ from: owner, steps: [approve(5n)], ...views, blockNumber })
    const counts = []
    for (const sequence of [{}, views]) {
      proxy.reset()
      proxy.mode = { status: 503 }
      expect((await simulate({ from: owner, steps: [approve(5n)], ...sequence, blockNumber })).status).toBe(
        'unavailable',
      )
      counts.push(proxy.requests.length)
    }
    expect(counts).toEqual([1, 1])
  })
})

describe('a node without block overrides', () => {
  it('is called by eth_call as it is, from the first request on', async () => {
    proxy.mode = { refuse: ({ method, params }) => method === 'eth_simulateV1' || params.length > 3 }
    const simulate = simulator()
    for (const turn of [1, 2]) {
      expect((await simulate({ from: owner, steps: [approve(5n), lock(5n)], blockNumber })).status).toBe('ok')
      expect(proxy.requests).toHaveLength(turn)
    }
    expect(proxy.requests.at(-1)?.calls).toHaveLength(1)
  })
})

describe('a node that changes', () => {
  it('is called with eth_simulateV1 again after a while', async () => {
    const simulate = simulator()
    proxy.mode = refuseV1()
    await simulate({ from: owner, steps: [approve(5n)], blockNumber })
    proxy.mode = 'pass'
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).gas).toBeUndefined()
    clock += 600_001
    expect((await simulate({ from: owner, steps: [approve(5n)], blockNumber })).gas).toBeDefined()
  })

  it('that loses eth_simulateV1 is unavailable once, and then called by eth_call', async () => {
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

  it('for several calls by eth_call where there is no Multicall3', async () => {
    proxy.mode = refuseV1()
    expect(
      (
        await simulator('0x00000000000000000000000000000000000000aa')({
          from: owner,
          steps: [approve(5n), lock(5n)],
          blockNumber,
        })
      ).status,
    ).toBe('unavailable')
  })
})

describe('contracts that do not answer', () => {
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

describe('what other nodes say', () => {
  const block = numberToHex(5)
  const pay = paying('0x00000000000000000000000000000000000000b1', 1n)
  const steps = [{ ...pay, value: '0' }, pay]
  const v1 = attemptSimulateV1({ from: stranger, steps, block })
  const call = attemptCall({ from: stranger, steps: [pay], block }, multicall3Address, false)
  const refusal = (code: number, message: string) => ({ error: { code, message } })

  it.each([
    refusal(-38014, 'address 0x01 has too little'),
    refusal(-32000, 'insufficient funds for gas * price + value: address 0x01 have 0 want 1'),
    refusal(-32003, 'Insufficient funds for gas * price + value'),
    refusal(-32000, 'insufficient balance for transfer'),
  ])('%j is a sender without the value, not a node without the method', (reply) => {
    const failed = { success: false, reason: expect.stringMatching(/^insufficient funds/) }
    expect(v1.read(reply)).toMatchObject([{ success: true }, failed])
    expect(call?.read(reply)).toMatchObject([failed])
  })

  it.each([
    refusal(-32601, 'the method eth_simulateV1 does not exist'),
    refusal(-32000, 'header not found'),
    refusal(-32005, 'limit exceeded'),
    refusal(-32602, 'invalid params'),
  ])('%j tells nothing of the calls', (reply) => {
    expect(v1.read(reply)).toBeUndefined()
    expect(call?.read(reply)).toBeUndefined()
  })

  it('takes the reason from a single call of a block that was simulated', () => {
    const ok = { status: '0x1', gasUsed: '0x5208', returnData: '0x' }
    const poor = { ...ok, status: '0x0', error: { code: -32000, message: 'insufficient balance for transfer' } }
    expect(v1.read({ result: [{ calls: [ok, poor] }] })).toMatchObject([
      { success: true, gas: 21_000n },
      { success: false, reason: expect.stringMatching(/^insufficient funds/) },
    ])
  })

  it('simulates in the block after the one that was read', () => {
    expect(v1.request.params).toMatchObject([{ blockStateCalls: [{ blockOverrides: { number: '0x6' } }] }, '0x5'])
  })
})
