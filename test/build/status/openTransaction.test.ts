import { encodeAbiParameters, encodeFunctionData, numberToHex, parseAbi, type Address, type Hex } from 'viem'
import { entryPoint06Address } from 'viem/account-abstraction'
import { describe, expect, it } from 'vitest'
import { findFunction, describeCall } from '../../../functions/build/status/describeCalls.ts'
import { openTransaction } from '../../../functions/build/status/openTransaction.ts'
import { readExamples } from '../../../platform/readExamples.ts'
import { UnsignedCalldata } from '../../../schema/calldata.ts'
import { parseChainConfig } from '../../../shared/chain/config.ts'
import { TRANSFER } from '../../../shared/domain/token/shareTokenAbi.ts'
import { swapRouterAbi } from '../../../shared/domain/dex/swapRouter.ts'
import * as z from 'zod'

const OTHER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const config = parseChainConfig({ chainId: 31337, contracts: {} })
const opened = (
  input: Hex,
  { to = OTHER, logs = [] }: { to?: Address | null; logs?: Parameters<typeof openTransaction>[1] } = {},
) =>
  openTransaction({ from: OTHER, to, input, value: 0n, nonce: 0n, gas: 21_000n, blockNumber: 1n }, logs).describe(
    {},
    config,
  )

const label = { address: OTHER, symbol: 'CNT', decimals: 6 }
const LABELS = { currency: label, token: label }

const Built = z.looseObject(UnsignedCalldata.shape)
const examples = ['build', 'market', 'agents'].flatMap((family) =>
  Object.entries(readExamples(family)).flatMap(([id, { answer }]) => {
    const built = Built.safeParse(answer)
    return built.success ? [{ id, built: built.data }] : []
  }),
)

describe.each(examples)('what $id builds', ({ built }) => {
  it('is found by its bytes: the same function, and the same arguments', () => {
    for (const { to, data, value, ...described } of [built, ...built.approvals]) {
      const call = { to, data: `0x${data.slice(2)}` as const, value: BigInt(value) }
      const found = findFunction(call)
      expect(found).toMatchObject({ signature: described.function, args: described.args })
      // LP vaults and strategies have one of the same name: only a role distinguishes them.
      if (described.function !== 'rebalance()')
        expect(describeCall(call, found, LABELS, config).description).toMatch(/^[A-Z].+\.$/)
    }
  })
})

it('there are examples of every builder', () => {
  expect(examples.length).toBeGreaterThan(25)
})

const executeBatchAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const escrowAbi = parseAbi(['function unlock()', 'function increaseLock(uint256 amount)'])
const increase = encodeFunctionData({ abi: escrowAbi, functionName: 'increaseLock', args: [5n] })

describe('a call of a smart wallet', () => {
  const batch = (count: number) =>
    encodeFunctionData({
      abi: executeBatchAbi,
      functionName: 'executeBatch',
      args: [Array.from({ length: count }, () => ({ target: OTHER, value: 7n, data: increase }))],
    })

  it('shows what it has the wallet call', () => {
    expect(opened(batch(2)).calls).toMatchObject([
      { to: OTHER, value: '7', function: 'increaseLock(uint256)', args: { amount: '5' } },
      { to: OTHER, value: '7', function: 'increaseLock(uint256)' },
    ])
  })

  it('is cut where there are too many', () => {
    const { calls, truncated } = opened(batch(20))
    expect([calls.length, truncated]).toEqual([16, true])
  })
})

describe('calldata of strangers', () => {
  const word = (value: number | bigint) => numberToHex(value, { size: 32 }).slice(2)
  const selector = (abi: typeof swapRouterAbi, name: 'multicall') =>
    encodeFunctionData({ abi, functionName: name, args: [0n, []] }).slice(0, 10)

  it('whose elements share their bytes a thousand times is not decoded', () => {
    const count = 1000
    const shared = 'ab'.repeat(32_000)
    const offsets = Array.from({ length: count }, () => word(32 * count)).join('')
    const input: Hex = `0x${selector(swapRouterAbi, 'multicall').slice(2)}${word(0)}${word(64)}${word(count)}${offsets}${word(32_000)}${shared}`
    expect(opened(input).calls).toMatchObject([{ function: null, args: {} }])
  })

  it('that claims more than it has is not decoded', () => {
    const claims: Hex = `0x${increase.slice(2, 10)}`
    expect(opened(claims).calls).toMatchObject([{ function: null }])
    expect(opened('0x').calls).toMatchObject([{ function: null }])
    expect(opened('0x12').calls).toMatchObject([{ function: null }])
    expect(opened(`0x${increase.slice(2)}${'00'.repeat(70_000)}`).calls).toMatchObject([{ function: null }])
  })

  it('of a bundle with more operations than are decoded is said to be cut', () => {
    const input: Hex = `0x1fad948c${word(64)}${word(1)}${word(9)}`
    expect(opened(input, { to: entryPoint06Address })).toMatchObject({ calls: [], operations: [], truncated: true })
    // Elsewhere it is a call like any other.
    expect(opened(input)).toMatchObject({ calls: [{ function: null }], truncated: false })
  })

  it('creates a contract', () => {
    expect(opened('0x6000', { to: null }).calls).toMatchObject([{ to: null, function: null }])
  })
})

describe('logs', () => {
  const topic = (value: Hex | bigint) => numberToHex(BigInt(value), { size: 32 })
  const transfer = {
    address: OTHER,
    topics: [TRANSFER, topic(1n), topic(2n)],
    data: encodeAbiParameters([{ type: 'uint256' }], [9n]),
    blockNumber: 1,
    logIndex: 0,
    blockHash: topic(1n),
    txHash: topic(2n),
    blockTime: null,
  } as const
  it('distinguishes a token from an agent that moves', () => {
    const agent = { ...transfer, topics: [...transfer.topics, topic(7n)], data: '0x' as const }
    expect(opened('0x', { logs: [transfer, agent] }).events).toMatchObject([
      { event: 'Transfer(address,address,uint256)', role: null, args: { value: '9' } },
      { event: 'Transfer(address,address,uint256)', role: null, args: { tokenId: '7' } },
    ])
  })

  it('that are unknown, too long, or no events are left out; of very many the first are looked at', () => {
    const long = { ...transfer, data: `0x${'00'.repeat(5000)}` as const }
    expect(
      opened('0x', { logs: [{ ...transfer, topics: [] }, long, { ...transfer, topics: [topic(5n)] }] }).events,
    ).toEqual([])
    const many = opened('0x', { logs: Array.from({ length: 100 }, () => transfer) })
    expect([many.events.length, many.truncated]).toEqual([64, true])
  })
})
