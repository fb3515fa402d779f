import { Interface } from 'ethers'
import * as fc from 'fast-check'
import type { Address } from 'viem'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil } from '../../localnet/world/startAnvil.ts'
import { type Issue, ISSUES } from '../../schema/issues.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { voteEscrowAbi } from '../../shared/domain/vetoken/voteEscrowAbi.ts'
import { approveErc20 } from '../../shared/calldata/approveErc20.ts'
import { createSimulator, type Simulation, UNAVAILABLE } from '../../shared/calldata/createSimulator.ts'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import { unsignedCall } from '../../shared/calldata/unsignedCall.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy } from '../support/rpcProxy.ts'
import { soak } from '../support/soak.ts'
import { useNet } from '../support/useNet.ts'

const owner = addressOf('owner')
const stranger = addressOf('stranger')
const erc20 = new Interface(['function approve(address spender, uint256 amount)'])

let chain: Chain
let token: Contract
let escrow: Address

const anvil = useNet(() => startAnvil())
const proxy = useNet(() => startRpcProxy(anvil.url))
beforeAll(async () => {
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
      changes: [],
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
          description: `Set the allowance of ${escrow} for the token ${token.address} to 0, because the token accepts a new approval only from zero.`,
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

  it('is described by the token’s own name and symbol', async () => {
    const built = await lock({ from: stranger, amount: 5n, issues: [issue] })
    expect(built.issues).toEqual([{ ...issue, reverts: 'ERC20: transfer amount exceeds balance' }])
    expect(built.simulation).toMatchObject({
      status: 'revert',
      error: { call: 1, name: 'Error', message: 'ERC20: transfer amount exceeds balance' },
    })
  })
})

describe('whatever was found, and whatever the simulation says', () => {
  const codes = Object.keys(ISSUES).filter((code): code is keyof typeof ISSUES => code in ISSUES)
  const issues: fc.Arbitrary<Issue[]> = fc.array(
    fc.record(
      {
        code: fc.constantFrom(...codes),
        message: fc.lorem({ maxCount: 3 }),
        reverts: fc.constantFrom('NoDebt', 'ERC20InsufficientBalance', 'OwnableUnauthorizedAccount', 'PE'),
      },
      { requiredKeys: ['code', 'message'] },
    ),
    { maxLength: 5 },
  )
  const errors = fc.record({
    name: fc.constantFrom('NoDebt', 'AuctionActive', 'Error', null),
    message: fc.constantFrom('NoDebt()', 'PE', 'Ownable: caller is not the owner', 'reverted without a reason'),
  })
  const simulations: fc.Arbitrary<Simulation> = fc.oneof(
    fc.constant<Simulation>({ status: 'ok', blockNumber: '1' }),
    fc.constant(UNAVAILABLE),
    errors.map((error): Simulation => ({
      status: 'revert',
      blockNumber: '1',
      error: { call: 0, args: {}, fix: null, ...error },
    })),
  )
  const answer = async (found: readonly Issue[], simulation: Simulation) => {
    const context = createChain(
      { chainId: localChainId, contracts: {}, blockTimeMs: 200, demoVaults: [], startBlock: 0 },
      createRpc({ urls: [] }),
    )
    const action = encodeStep({ to: owner, abi: voteEscrowAbi, functionName: 'unlock', args: [], describe: () => '' })
    const asOf = { chainId: localChainId, blockNumber: '1', timestamp: 1, source: 'rpc' } as const
    const build = {
      from: owner,
      action,
      approvals: [],
      changes: [],
      issues: found,
      warnings: ['known'],
      asOf,
      extra: {},
    }
    return (await unsignedCall(build, { chain: context, simulate: () => Promise.resolve(simulation) })).data
  }

  /** Issues that no simulation refutes: a genuine contract and one that keeps what it is paid succeed alike. */
  const STAY: readonly string[] = [
    'insufficient_balance',
    'registry_mismatch',
    'limit_far_from_quote',
    'limit_not_met',
    'contract_not_proven',
    'token_not_listed',
  ]

  it('an ok simulation leaves no issue that says it reverts, and nothing that was found is lost', () =>
    fc.assert(
      fc.asyncProperty(issues, simulations, async (found, simulation) => {
        const { issues, warnings } = await answer(found, simulation)
        const refuted = warnings.slice(0, -1)
        expect(warnings.at(-1)).toBe('known')
        if (simulation.status === 'ok') {
          expect(issues.filter(({ reverts }) => reverts !== undefined)).toEqual([])
          expect(issues.filter(({ code }) => !STAY.includes(code))).toEqual([])
          expect(issues.length + refuted.length).toBe(found.length)
          for (const text of refuted) expect(text).toMatch(/^[a-z_]+: .*The simulation succeeds anyway/)
        } else {
          expect(refuted).toEqual([])
          expect(issues.slice(0, found.length).map(({ code, message }) => ({ code, message }))).toEqual(
            found.map(({ code, message }) => ({ code, message })),
          )
        }
      }),
      { numRuns: soak(200, 1000) },
    ))

  it('a named revert is reported by some issue, whatever else was found', () =>
    fc.assert(
      fc.asyncProperty(issues, errors, async (found, error) => {
        const simulation: Simulation = {
          status: 'revert',
          blockNumber: '1',
          error: { call: 0, args: {}, fix: null, ...error },
        }
        const { issues } = await answer(found, simulation)
        const reason = error.name === 'Error' ? error.message : error.name
        if (reason === null) expect(issues).not.toEqual([])
        else expect(issues.map(({ reverts }) => reverts)).toContain(reason)
      }),
      { numRuns: soak(200, 1000) },
    ))
})
