import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { DeployDryRun } from '../../../schema/workspace/deployAnswers.ts'
import { accountOf, dataOf } from '../../account/support.ts'
import { ask } from '../../support/ask.ts'
import { approval, startDeployNet, transferFrom } from './startDeployNet.ts'
import { useNet } from '../../support/useNet.ts'

const net = useNet(() => startDeployNet())

const run = async (body: object) => dataOf(await net.post('dry-run', body), DeployDryRun)

/** The second call needs what the first does: somebody else moves what the sender has approved. */
function dependent() {
  const { usdc } = net.world.contracts
  const other = accountOf(net, 'voter').address
  return [approval(usdc, other, 7n), { ...transferFrom(usdc, net.sender, other, 7n), from: other }]
}
const unsupported = (methods: readonly string[], overrides = false) => ({
  replies: ({ method, params }: { method: string; params: readonly unknown[] }) =>
    methods.includes(method) || (overrides && method === 'eth_call' && params.length > 2)
      ? { error: { code: -32601, message: 'the method does not exist' } }
      : undefined,
})

describe('happy', () => {
  test('a call sees what those before it did, at one block, and nothing is sent', async () => {
    const block = await ask(net.rpcUrl, 'eth_blockNumber')
    net.proxy.reset()
    const answer = await run({ calls: dependent() })
    expect(answer).toMatchObject({ mode: 'sequence', status: 'ok', calls: [{ status: 'ok' }, { status: 'ok' }] })
    for (const { gas, returnData, error } of answer.calls) {
      expect(Number(gas)).toBeGreaterThan(20_000)
      expect([BigInt(returnData ?? '0x0'), error]).toEqual([1n, null])
    }
    expect(net.proxy.requests.length).toBeLessThanOrEqual(2)
    expect(await ask(net.rpcUrl, 'eth_blockNumber')).toBe(block)
    // The other way round the first has nothing to move.
    const reversed = await run({ calls: dependent().toReversed() })
    expect(reversed).toMatchObject({ status: 'revert', calls: [{ status: 'revert' }, { status: 'ok' }] })
    expect(reversed.calls[0]?.error).toMatchObject({ name: 'ERC20InsufficientAllowance', args: { needed: '7' } })
  })

  test('a plan of one sender needs no eth_simulateV1', async () => {
    const { usdc } = net.world.contracts
    const own = [approval(usdc, net.sender, 7n), transferFrom(usdc, net.sender, accountOf(net, 'voter').address, 7n)]
    net.proxy.mode = unsupported(['eth_simulateV1'])
    expect(await run({ calls: own })).toMatchObject({
      mode: 'sequence',
      status: 'ok',
      calls: [
        { status: 'ok', gas: null },
        { status: 'ok', gas: null },
      ],
    })
    net.proxy.reset()
  })
})

describe('a node that cannot do that', () => {
  test('runs each call by itself, and does not claim the order', async () => {
    net.proxy.mode = unsupported(['eth_simulateV1'], true)
    const answer = await run({ calls: dependent() })
    expect(answer).toMatchObject({
      mode: 'isolated',
      status: 'unknown',
      calls: [{ status: 'ok' }, { status: 'revert', error: { name: 'ERC20InsufficientAllowance' } }],
    })
    net.proxy.reset()
  })

  test('runs nothing: that is said, and nothing is guessed', async () => {
    const { replies } = unsupported(['eth_simulateV1'])
    const usdc = net.world.contracts.usdc.toLowerCase()
    const isOwn = (params: readonly unknown[]) => JSON.stringify(params[0]).toLowerCase().includes(`"to":"${usdc}"`)
    net.proxy.mode = {
      replies: (call) =>
        call.method === 'eth_call' && isOwn(call.params) ? { error: { code: -32000, message: 'busy' } } : replies(call),
    }
    const answer = await run({ calls: dependent() })
    expect(answer).toMatchObject({ mode: 'unavailable', status: 'unknown' })
    expect(answer.calls.map(({ status, error }) => [status, error])).toEqual([
      ['unknown', null],
      ['unknown', null],
    ])
    net.proxy.reset()
  })

  test('refuses the whole because one call cannot be paid: the answer names it', async () => {
    const { usdc } = net.world.contracts
    const poor = { to: net.sender, from: '0x00000000000000000000000000000000000000aa', value: String(10n ** 30n) }
    const answer = await run({ calls: [approval(usdc, net.sender, 1n), { ...poor, value: '0' }, poor] })
    expect(answer.calls.map(({ status }) => status)).toEqual(['ok', 'ok', 'revert'])
    expect(answer.calls[2]?.error?.message).toMatch(/^insufficient funds/)
  })
})

describe('error', () => {
  const [call] = [{ to: '0x5fbdb2315678afecb367f032d93f642f64180aa3' }]
  test.each([
    { calls: [] },
    { calls: Array.from({ length: 17 }, () => call) },
    { calls: [{ ...call, data: '0x1' }] },
    { calls: [{ ...call, value: String(maxUint256 + 1n) }] },
    { calls: [{ ...call, to: `0x${'0'.repeat(40)}` }] },
  ])('%o is 400', async (body) => {
    expect(await net.post('dry-run', body)).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})
