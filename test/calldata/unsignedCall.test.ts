import { Interface } from 'ethers'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil, type Anvil } from '../../localnet/world/startAnvil.ts'
import { compileSolidity } from '../../scripts/compile.ts'
import { voteEscrowAbi } from '../../shared/abi/voteEscrow.ts'
import { approveErc20 } from '../../shared/calldata/approveErc20.ts'
import { createSimulator } from '../../shared/calldata/createSimulator.ts'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import { type Issue, unsignedCall } from '../../shared/calldata/unsignedCall.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'

const owner = addressOf('owner')
const stranger = addressOf('stranger')
const erc20 = new Interface(['function approve(address spender, uint256 amount)'])

let anvil: Anvil
let proxy: RpcProxy
let chain: Chain
let token: Contract
let escrow: Address

beforeAll(async () => {
  anvil = await startAnvil()
  proxy = await startRpcProxy(anvil.url)
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({ sources: ['test/calldata/contracts/OlderToken.sol'] })),
  }
  chain = await openChain({ rpcUrl: anvil.url, artifacts })
  await installMulticall3(chain)
  token = await chain.deploy('OlderToken', [owner, 100n])
  const vault = await chain.deploy('CreatorVault', [token.address, 'Vault', 'VAULT', owner, 5])
  escrow = (await chain.deploy('VoteEscrow', [token.address, vault.address, 'Escrow', 'ESC'])).address
})
afterAll(async () => {
  await proxy?.stop()
  await anvil?.stop()
})
beforeEach(() => proxy.reset())

/** A lock of the older token, with the approval that an allowance wants. */
async function lock({ from, amount, issues = [] }: { from: Address; amount: bigint; issues?: Issue[] }) {
  const contracts = { multicall3: multicall3Address }
  const config = { chainId: localChainId, contracts, blockTimeMs: 200, demoVaults: [], startBlock: 0 }
  const context = createChain(config, createRpc({ urls: [proxy.url] }))
  const label = { address: token.address, symbol: 'OLD', decimals: 6 }
  const allowance = BigInt(String(await chain.read(token, 'allowance', [from, escrow])))
  const { number, timestamp } = await chain.latest()
  const { data } = await unsignedCall(
    {
      from,
      action: encodeStep({
        to: escrow,
        abi: voteEscrowAbi,
        functionName: 'lock',
        args: [token.address, amount, 31_536_000n],
        describe: () => '',
      }),
      approvals: approveErc20({ token: label, spender: escrow, amount, allowance }),
      issues,
      warnings: [],
      asOf: { chainId: localChainId, blockNumber: String(number), timestamp: Number(timestamp), source: 'rpc' },
      extra: {},
    },
    { chain: context, simulate: createSimulator(context, Date.now) },
  )
  return data
}

const approving = (amount: bigint) => ({
  to: token.address,
  data: erc20.encodeFunctionData('approve', [escrow, amount]),
})

describe('a token that takes a new approval only after zero', () => {
  it('is approved at once where nothing was before, in one request', async () => {
    const built = await lock({ from: owner, amount: 30n })
    expect(built).toMatchObject({ approvals: [approving(30n)], issues: [], simulation: { status: 'ok' } })
    expect(proxy.requests).toHaveLength(1)
  })

  it.each(['eth_simulateV1', 'eth_call'])('is set to zero first where a part is approved, by %s', async (by) => {
    if (by === 'eth_call') proxy.mode = { refuse: ({ method }) => method === 'eth_simulateV1' }
    await chain.send('owner', token, 'approve', [escrow, 0n])
    await chain.send('owner', token, 'approve', [escrow, 10n])
    const built = await lock({ from: owner, amount: 30n })
    expect(built).toMatchObject({
      approvals: [
        {
          ...approving(0n),
          args: { spender: escrow, amount: '0' },
          description: `Set what ${escrow} may take of the token ${token.address} to 0: the token takes no new approval before.`,
        },
        approving(30n),
      ],
      issues: [],
      simulation: { status: 'ok' },
    })
    expect(built.calls.calls.map(({ data }) => data)).toEqual([...built.approvals.map(({ data }) => data), built.data])
    expect(built.calls.atomicRequired).toBe(true)
    expect(proxy.requests).toHaveLength(2)
  })
})

describe('a balance that is too low', () => {
  const issue: Issue = { code: 'insufficient_balance', message: 'too little', reverts: 'ERC20InsufficientBalance' }

  it('is told by the words of the token itself', async () => {
    const built = await lock({ from: stranger, amount: 5n, issues: [issue] })
    expect(built.issues).toEqual([{ ...issue, reverts: 'ERC20: transfer amount exceeds balance' }])
    expect(built.simulation).toMatchObject({
      status: 'revert',
      error: { call: 1, name: 'Error', message: 'ERC20: transfer amount exceeds balance' },
    })
  })
})
