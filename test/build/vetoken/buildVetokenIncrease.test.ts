import { describe, expect, it } from 'vitest'
import { parseUnits } from 'viem'
import { accountOf } from '../../account/support.ts'
import {
  build,
  builtOf,
  chainTime,
  codesOf,
  lockOf,
  receiptHeaders,
  revertOf,
  sendAll,
  sessionOf,
  setTime,
  startBuildNet,
  untilMidweek,
} from '../support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()

const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl }))
const agent = prepared(() => receiptHeaders(net))

const increase = (body: object, headers = agent) => build(net.api, 'vetoken/increase', headers, body)
const of = (role: 'voter' | 'borrower' | 'stranger') => accountOf(net, role).address
const one = parseUnits('1', 18)

describe('happy', () => {
  it('adds to the lock of the agent that is signed in, and the API shows what was foretold', async () => {
    const locking = builtOf(
      await build(net.api, 'vetoken/lock', agent, {
        amount: String(one),
        durationSec: String(untilMidweek(await chainTime(net), 20_000_000n)),
      }),
    )
    await sendAll(net, 'agent', locking)
    const built = builtOf(await increase({ amount: String(3n * one) }))
    expect(built).toMatchObject({
      from: accountOf(net, 'agent').address,
      function: 'increaseLock(uint256)',
      args: { amount: String(3n * one) },
      approvals: [{ args: { spender: net.world.contracts.veToken, amount: String(3n * one) } }],
      issues: [],
      simulation: { status: 'ok' },
      effectiveEnd: locking.effectiveEnd,
    })
    expect(built.description).toContain(`Add 3 ■AURORA (${net.world.contracts.shareToken})`)
    const sent = await sendAll(net, 'agent', built)
    expect(sent.map(({ status }) => status)).toEqual(['success', 'success'])
    const { lock } = await lockOf(net, 'agent', sent.at(-1)?.blockNumber ?? 0n)
    expect(lock).toMatchObject({ amount: String(4n * one), end: built.effectiveEnd })
    expect(built.votingPower).toBe(
      String((4n * one * (BigInt(lock.end) - BigInt(built.asOf?.timestamp ?? 0))) / 126_144_000n),
    )
  })

  it('does not need an approval if the allowance suffices', async () => {
    expect(builtOf(await increase({ amount: String(one), from: of('voter') }))).toMatchObject({
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
    })
  })

  it('approves the whole amount where a part is approved already', async () => {
    const locked = accountOf(net, 'agent').address
    const part = builtOf(await increase({ amount: '5', from: locked }))
    await sendAll(net, 'agent', { ...part, calls: { ...part.calls, calls: part.calls.calls.slice(0, 1) } })
    expect(builtOf(await increase({ amount: '5', from: locked })).approvals).toEqual([])
    expect(builtOf(await increase({ amount: '6', from: locked })).approvals).toMatchObject([{ args: { amount: '6' } }])
  })

  it('takes a session too', async () => {
    expect(builtOf(await increase({ amount: '1' }, await sessionOf(net, 'voter'))).from).toBe(of('voter'))
  })
})

describe('what only the chain knows', () => {
  it.each([
    {
      name: 'an increase without a lock',
      role: 'stranger',
      amount: '1',
      codes: ['no_lock', 'insufficient_balance'],
      reverts: 'NoExistingLock',
    },
    {
      name: 'an increase of an ended lock',
      role: 'borrower',
      amount: '1',
      codes: ['lock_expired'],
      reverts: 'LockExpired',
    },
    {
      name: 'more than the sender holds',
      role: 'voter',
      amount: String(parseUnits('100000000', 18)),
      codes: ['insufficient_balance'],
      reverts: 'ERC20InsufficientBalance',
    },
  ] as const)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ role, amount, codes, reverts }) => {
      const built = builtOf(await increase({ amount, from: of(role) }))
      expect(codesOf(built)).toEqual(codes)
      expect(built.issues[0]?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts } })
      const sent = (await sendAll(net, role, built)).at(-1)
      expect(sent?.status).toBe('reverted')
      expect(sent && (await revertOf(net, sent.hash))).toBe(reverts)
    },
  )
})

it('warns of a lock that ends within minutes', async () => {
  const { end } = (await lockOf(net, 'agent', 0n)).lock
  await setTime(net, BigInt(end) - 600n)
  const built = builtOf(await increase({ amount: '1' }))
  expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
  expect(built.warnings.join(' ')).toMatch(/Send the transaction before .*LockExpired/)
})

describe('what the body alone proves', () => {
  it.each([{ amount: '0' }, { amount: String(2n ** 128n) }])('refuses a wrong amount: %j', async (body) => {
    const answer = await increase(body)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringMatching(/^invalid_request: amount: ./) })
  })
})
