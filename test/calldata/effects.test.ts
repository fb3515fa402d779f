import { parseAbi, type Address } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askNode } from '../../localnet/askNode.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { permit2Address } from '../../localnet/world/auctions.ts'
import { installMulticall3, multicall3Address } from '../../localnet/world/installMulticall3.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, type Contract, openChain } from '../../localnet/world/openChain.ts'
import { localChainId, startAnvil } from '../../localnet/world/startAnvil.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { permit2Change } from '../../functions/build/auction/bidChanges.ts'
import { permit2Abi } from '../../shared/abi/permit2.ts'
import { approveErc20 } from '../../shared/calldata/approveErc20.ts'
import { balanceChange, nativeChange, paymentChanges, type Change } from '../../shared/calldata/changes.ts'
import { createSimulator } from '../../shared/calldata/createSimulator.ts'
import { encodeStep, type Step } from '../../shared/calldata/encodeStep.ts'
import { unsignedCall } from '../../shared/calldata/unsignedCall.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy, type ProxiedCall } from '../support/rpcProxy.ts'
import { useNet } from '../support/useNet.ts'

const owner = addressOf('owner')
const accomplice: Address = '0x0000000000000000000000000000000000000Bad'
const TRICKS = [
  'None',
  'Fee',
  'Divert',
  'Allow',
  'AllowAll',
  'Flood',
  'Refuse',
  'Short',
  'Revert',
  'AllowOne',
  'GiveMany',
  'Hide',
  'Heavy',
  'EarlyDivert',
  'EarlyAllow',
] as const

let chain: Chain
let token: Contract
let till: Address

const anvil = useNet(() => startAnvil())
const proxy = useNet(() => startRpcProxy(anvil.url))
beforeAll(async () => {
  const artifacts = {
    ...(await loadArtifacts()),
    ...(await compileSolidity({ sources: ['test/calldata/contracts/OddToken.sol'] })),
  }
  chain = await openChain({ rpcUrl: anvil.url, artifacts })
  await installMulticall3(chain)
  await chain.install('Permit2', permit2Address)
  token = await chain.deploy('OddToken', [owner, 1000n])
  till = (await chain.deploy('Till', [])).address
})
beforeEach(async () => {
  proxy.reset()
  await play('None')
})

const play = (trick: (typeof TRICKS)[number]) => chain.send('owner', token, 'play', [TRICKS.indexOf(trick)])
const label = () => ({ address: token.address, symbol: 'ODD', decimals: 2 })

const spendingOf = (amount: bigint) => ({ token: label(), spender: till, amount, allowance: 0n })

/** A provider that simulates at most this many calls at once, and has no eth_call. */
const boundedCalls =
  (most: number) =>
  ({ method, params }: ProxiedCall) =>
    method === 'eth_call' || (method === 'eth_simulateV1' && JSON.stringify(params).split('"data"').length - 1 > most)
      ? { error: { code: -32005, message: 'limit exceeded' } }
      : undefined

const configOf = () => ({
  chainId: localChainId,
  contracts: { multicall3: multicall3Address },
  blockTimeMs: 200,
  demoVaults: [],
  startBlock: 0,
})

/** A payment of 5.00 to the till, with the approval before it, and what it declares. */
async function pay({ approvals, changes, ...more }: { approvals?: Step[]; changes?: Change[]; symbol?: string } = {}) {
  const context = createChain(configOf(), createRpc({ urls: [proxy.url] }))
  const spending = { token: { ...label(), ...more }, spender: till, amount: 500n, allowance: 0n }
  const { number, timestamp } = await chain.latest()
  const { data } = await unsignedCall(
    {
      from: owner,
      action: encodeStep({
        to: till,
        abi: parseAbi(['function pay(address token, uint256 amount)']),
        functionName: 'pay',
        args: [token.address, 500n],
        describe: () => 'Pay.',
      }),
      approvals: approvals ?? approveErc20(spending),
      changes: changes ?? paymentChanges({ spending, from: owner }),
      asOf: { chainId: localChainId, blockNumber: String(number), timestamp: Number(timestamp), source: 'rpc' },
      extra: {},
    },
    { chain: context, simulate: createSimulator(context, Date.now) },
  )
  return data
}

const paid = {
  kind: 'token',
  address: owner,
  before: '1000',
  after: '500',
  delta: '-500',
  certainty: 'certain',
  least: '-500',
  most: '-500',
  reason: null,
}

describe('a payment as it should be', () => {
  it('has the balance as its only effect, since the approval is used up, and says so, in one request', async () => {
    const built = await pay()
    expect(built).toMatchObject({ issues: [], warnings: [], effects: [paid], effectsUnavailable: null })
    expect(built.description).toBe(`Pay. The sender pays 5 ODD (${token.address}).`)
    expect(proxy.requests).toHaveLength(1)
  })

  it('shortens a hostile symbol to its first word', async () => {
    const { description } = await pay({ symbol: 'Send all funds to 0xbad' })
    expect(description).toContain('pays 5 Send… (')
    expect(description).not.toContain('funds')
  })
})

describe('a token that does more than it should', () => {
  it.each([
    ['Fee', 'takes a fee', [/pays .*5\.01 ODD .*; -5 ODD .* was expected$/, /^1 base units of .* go from .* to .*Bad/]],
    ['Divert', 'sends it to somebody else', [/^500 base units of .* to .*Bad, which the request does not name$/]],
    ['Allow', 'approves somebody else', [/allows .*Bad to spend 7 base units/]],
    ['AllowAll', 'gives all of it to an operator', [/allows .*Bad to move all its tokens/]],
    ['AllowOne', 'approves somebody else for one piece', [/allows .*Bad to move token 9 of/]],
    ['GiveMany', 'moves an ERC-1155 token', [/loses tokens of .* \(ERC-1155\) to .*Bad/]],
    [
      'EarlyDivert',
      'sends it to somebody else by an event without indexed arguments',
      [/^500 base .* to .*Bad, which/],
    ],
    ['EarlyAllow', 'approves somebody else by such an event', [/allows .*Bad to spend 7 base units/]],
    ['Hide', 'no longer answers what is left', [/^the balance of .* can no longer be read after the calls$/]],
    ['Flood', 'hides its logs among 10000', [/more than 256 logs/]],
  ] as const)('%s: is an unexpected effect if it %s', async (trick, _, messages) => {
    await play(trick)
    const { issues, simulation } = await pay()
    expect(simulation.status).toBe('ok')
    expect(issues.map(({ code }) => code)).toEqual(messages.map(() => 'unexpected_effect'))
    messages.forEach((message, i) => expect(issues[i]?.message).toMatch(message))
  })

  it('leaves an effect that differs from its declaration uncertain', async () => {
    await play('Fee')
    expect((await pay()).effects).toMatchObject([{ delta: '-501', certainty: 'unknown', least: null, most: null }])
  })

  it('is found out if the request declares nothing', async () => {
    const { issues, effects } = await pay({ changes: [] })
    expect(effects).toEqual([])
    expect(issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/allows .* to spend 500 base units/),
      expect.stringMatching(/loses 500 base units of .* which the request does not explain/),
    ])
  })

  it('is found out by the balance alone if the node reports no logs', async () => {
    await play('Fee')
    proxy.mode = { refuse: ({ method }) => method === 'eth_simulateV1' }
    expect((await pay()).issues.map(({ code }) => code)).toEqual(['unexpected_effect'])
  })

  it('is found out by its logs alone if the node refuses the views', async () => {
    await play('Allow')
    proxy.mode = { replies: boundedCalls(2) }
    expect(await pay()).toMatchObject({
      simulation: { status: 'ok', gas: expect.any(String) },
      effects: null,
      effectsUnavailable: 'the node ran the call, but no views before and after it',
      issues: [{ code: 'unexpected_effect', message: expect.stringContaining('to spend 7 base units') }],
      warnings: [],
    })
  })

  it.each(['lock', 'debt', 'vote'] as const)('is found out if it hides a %s', async (kind) => {
    await play('Hide')
    const hidden = { ...balanceChange({ token: label(), address: owner, expected: -500n }), kind }
    const allowance = paymentChanges({ spending: spendingOf(500n), from: owner }).slice(1)
    expect((await pay({ changes: [hidden, ...allowance] })).issues.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(new RegExp(`^the ${kind}s? of .* can no longer be read after the calls$`)),
    )
  })
})

describe('a view that needs much gas after the calls', () => {
  const refuse = ({ method }: ProxiedCall) => method === 'eth_simulateV1'

  it('is unknown with that reason, and no unexpected effect, if the node gives the calls too little', async () => {
    await play('Heavy')
    proxy.mode = { refuse, gas: 1_000_000 }
    expect(await pay()).toMatchObject({
      simulation: { status: 'ok' },
      issues: [],
      effects: [
        {
          kind: 'token',
          before: '1000',
          after: null,
          certainty: 'unknown',
          reason: 'the node may have given the view that reads the amount too little gas',
        },
      ],
    })
    proxy.mode = { refuse }
    expect(await pay()).toMatchObject({ issues: [], effects: [paid] })
  })

  it('is not excused if there was enough', async () => {
    await play('Hide')
    proxy.mode = { refuse }
    expect((await pay()).issues.map(({ code }) => code)).toEqual(['unexpected_effect'])
  })
})

describe('an allowance that the calls leave', () => {
  afterEach(() => chain.send('owner', token, 'approve', [till, 0n]))

  it('is stated as it is after them, not as what they add', async () => {
    await chain.send('owner', token, 'approve', [till, 100n])
    const spending = { ...spendingOf(900n), allowance: 100n }
    const takes = { least: 0n, because: 'a test' }
    const { effects, issues } = await pay({
      approvals: approveErc20(spending),
      changes: paymentChanges({ spending, from: owner, takes }),
    })
    expect(issues).toEqual([])
    expect(effects?.[1]).toMatchObject({
      kind: 'allowance',
      before: '100',
      after: '400',
      delta: '300',
      least: '-100',
      most: '800',
      text: `The sender leaves ${till} an allowance of at most 9 ODD (${token.address})`,
    })
  })
})

describe('an allowance through Permit2', () => {
  const end = 4_000_000_000
  const permit = (expiration: number) => {
    const args = [token.address, till, 70n, expiration] as const
    const step = encodeStep({ to: permit2Address, abi: permit2Abi, functionName: 'approve', args, describe: () => '' })
    return [...approveErc20({ token: label(), spender: till, amount: 500n, allowance: 0n }), step]
  }
  const change = (endsBy: number) => [
    ...paymentChanges({ spending: { token: label(), spender: till, amount: 500n, allowance: 0n }, from: owner }),
    {
      ...permit2Change({
        permit2: permit2Address,
        spending: { token: label(), spender: till, amount: 70n, approved: true },
        from: owner,
        endsBy: BigInt(endsBy),
      }),
      // The till does not use it.
      expected: 70n,
    },
  ]

  it('states its end', async () => {
    const { issues, effects } = await pay({ approvals: permit(end), changes: change(end) })
    expect(issues).toEqual([])
    expect(effects?.[1]).toMatchObject({ kind: 'permit2_allowance', delta: '70', until: String(end) })
  })

  it('is an unexpected effect if it is longer than the action needs', async () => {
    const { issues } = await pay({ approvals: permit(end + 1), changes: change(end) })
    expect(issues).toMatchObject([
      { code: 'unexpected_effect', message: expect.stringContaining('an end by 2096-10-02T07:06:40Z was expected') },
    ])
  })

  it('is an unexpected effect if nothing declares it', async () => {
    expect((await pay({ approvals: permit(end) })).issues).toMatchObject([
      { code: 'unexpected_effect', message: expect.stringContaining('to spend 70 base units') },
    ])
  })
})

describe('an amount that cannot be read', () => {
  it.each(['Refuse', 'Short'] as const)('is unknown with the reason, never zero: %s', async (trick) => {
    await play(trick)
    const { effects, issues, simulation } = await pay()
    expect(simulation.status).toBe('ok')
    expect(issues).toEqual([])
    expect(effects?.[0]).toMatchObject({
      before: null,
      after: null,
      delta: null,
      certainty: 'unknown',
      reason: 'the contract did not answer the view that reads the amount',
    })
  })

  it('is unknown for an address without code', async () => {
    const nowhere = { address: accomplice, symbol: null, decimals: null }
    const { effects } = await pay({ changes: [balanceChange({ token: nowhere, address: owner, expected: 0n })] })
    expect(effects).toMatchObject([{ delta: null, certainty: 'unknown' }])
  })

  it('is unknown for the native currency without a contract that reads it', async () => {
    const change = nativeChange({ contracts: {} }, { address: owner, expected: 0n })
    expect((await pay({ changes: [change] })).effects).toMatchObject([
      { kind: 'native', certainty: 'unknown', reason: expect.stringContaining('no contract') },
    ])
  })
})

describe('nodes', () => {
  it('without eth_simulateV1 run the same views among the calls', async () => {
    proxy.mode = { refuse: ({ method }) => method === 'eth_simulateV1' }
    expect(await pay()).toMatchObject({
      issues: [],
      effects: [paid],
      simulation: { status: 'ok' },
      warnings: [expect.stringContaining('reports no logs')],
    })
    expect(proxy.requests).toHaveLength(1)
  })

  it('without overrides run the call alone: no effects, with the reason', async () => {
    await chain.send('owner', token, 'approve', [till, 500n])
    proxy.mode = { refuse: ({ method, params }: ProxiedCall) => method === 'eth_simulateV1' || params.length > 2 }
    expect(await pay({ approvals: [] })).toMatchObject({
      simulation: { status: 'ok' },
      issues: [],
      effects: null,
      effectsUnavailable: 'the node ran the call, but no views before and after it',
      description: 'Pay.',
    })
  })

  it('that do not answer leave no effects', async () => {
    proxy.mode = 'drop'
    expect(await pay()).toMatchObject({ effects: null, effectsUnavailable: 'no node simulated the calls' })
  })
})

it('calls that revert have no effects, with the reason', async () => {
  await play('Revert')
  expect(await pay()).toMatchObject({
    simulation: { status: 'revert' },
    effects: null,
    effectsUnavailable: 'a call reverts, so it changes nothing; see simulation.error',
  })
})

describe('a smart wallet whose module is called', () => {
  it('security: is not drained of its native currency unseen, although the call sends none', async () => {
    const wallet: Address = '0x00000000000000000000000000000000000000b7'
    const thief: Address = '0x00000000000000000000000000000000000000b8'
    // The wallet pays all that it has to its caller; the thief calls its caller, unless it is paid.
    await chain.setCode(wallet, '0x600080808047335af100')
    await chain.setCode(thief, '0x34600e57600080808080335af1005b00')
    await askNode(anvil.url, 'anvil_setBalance', [wallet, '0x7'])
    const context = createChain(configOf(), createRpc({ urls: [proxy.url] }))
    const { number, timestamp } = await chain.latest()
    const { data } = await unsignedCall(
      {
        from: wallet,
        action: encodeStep({
          to: thief,
          abi: parseAbi(['function poke()']),
          functionName: 'poke',
          args: [],
          describe: () => 'Poke.',
        }),
        changes: [],
        asOf: { chainId: localChainId, blockNumber: String(number), timestamp: Number(timestamp), source: 'rpc' },
        extra: {},
      },
      { chain: context, simulate: createSimulator(context, Date.now) },
    )
    expect(data.simulation.status).toBe('ok')
    expect(data.issues.map(({ code }) => code)).toEqual(['unexpected_effect'])
    expect(data.effects).toMatchObject([{ kind: 'native', delta: '-7' }])
  })
})
