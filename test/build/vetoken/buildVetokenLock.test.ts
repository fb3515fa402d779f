import { beforeAll, describe, expect, it } from 'vitest'
import { parseUnits } from 'viem'
import { accountOf, signIn } from '../../account/support.ts'
import {
  build,
  builtOf,
  chainTime,
  codesOf,
  lockOf,
  revertOf,
  send,
  sendAll,
  sessionOf,
  setTime,
  startBuildNet,
} from '../support.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'

const WEEK = 604_800n
const YEAR = '31536000'

const proxy = useRpcProxy()
let bidder: Record<string, string>
let stranger: Record<string, string>
let voter: Record<string, string>

const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  // In the middle of a week, no bound is near.
  const now = await chainTime(net)
  await setTime(net, (now / WEEK) * WEEK + WEEK + WEEK / 2n)
  ;[bidder, stranger, voter] = await Promise.all([
    sessionOf(net, 'bidder'),
    sessionOf(net, 'stranger'),
    sessionOf(net, 'voter'),
  ])
})

const lock = (headers: Record<string, string>, body: object) => build(net.api, 'vetoken/lock', headers, body)
const one = parseUnits('1', 18)

describe('happy', () => {
  it('builds an exact approval and the lock, which sent unchanged make the lock that was foretold', async () => {
    const { veToken, shareToken } = net.world.contracts
    const built = builtOf(await lock(bidder, { amount: String(2n * one), durationSec: YEAR }))
    expect(built).toMatchObject({
      to: veToken,
      value: '0',
      chainId: net.world.chainId,
      from: accountOf(net, 'bidder').address,
      function: 'lock(address,uint256,uint256)',
      args: { token: shareToken, amount: String(2n * one), duration: YEAR },
      issues: [],
      simulation: { status: 'ok' },
      approvals: [
        { to: shareToken, function: 'approve(address,uint256)', args: { spender: veToken, amount: String(2n * one) } },
      ],
    })
    expect(built.description).toContain(`Lock 2 ■AURORA (${shareToken}) in the vote escrow ${veToken}`)
    expect(built.calls).toMatchObject({ version: '2.0.0', chainId: '0x7a69', atomicRequired: true })
    expect(built.calls.calls.map(({ to }) => to)).toEqual([shareToken, veToken])

    const sent = await sendAll(net, 'bidder', built)
    expect(sent.map(({ status }) => status)).toEqual(['success', 'success'])
    const [, locking] = sent
    const { lock: made, votingPower, asOf } = await lockOf(net, 'bidder', locking?.blockNumber ?? 0n)
    expect(made).toMatchObject({ amount: String(2n * one), end: built.effectiveEnd, lockedToken: shareToken })
    const end = BigInt(made.end)
    expect(built.votingPower).toBe(String((2n * one * (end - BigInt(built.asOf?.timestamp ?? 0))) / 126_144_000n))
    expect(votingPower).toBe(String((2n * one * (end - BigInt(asOf.timestamp))) / 126_144_000n))
  })

  it('says how much gas each call used', async () => {
    const built = builtOf(await lock(await sessionOf(net, 'owner'), { amount: String(one), durationSec: YEAR }))
    const [approving, locking] = await sendAll(net, 'owner', built)
    const [approval, action] = built.simulation.gasByCall ?? []
    expect(approval).toBe(String(approving?.gasUsed))
    // Mined a block later, it touches other slots.
    expect(Number(action) / Number(locking?.gasUsed)).toBeCloseTo(1, 1)
    expect(built.simulation.gas).toBe(String(Number(approval) + Number(action)))
  })

  it('takes numbers as JSON integers, and a sender other than the one that is signed in', async () => {
    const from = accountOf(net, 'agent').address
    const built = builtOf(
      await lock(stranger, { amount: 5, durationSec: 31_536_000, from: from.toLowerCase(), chainId: '31337' }),
    )
    expect(built).toMatchObject({
      from,
      calls: { from },
      args: { amount: '5' },
      issues: [],
      simulation: { status: 'ok' },
    })
  })

  it('asks for no approval where the allowance suffices', async () => {
    // The account's history approved the escrow without a limit.
    const built = builtOf(await lock(voter, { amount: String(one), durationSec: YEAR }))
    expect(built.approvals).toEqual([])
    expect(built.calls).toMatchObject({
      atomicRequired: false,
      calls: [{ to: net.world.contracts.veToken, value: '0x0' }],
    })
  })

  it('is answered as no-store, with the block it was determined at', async () => {
    const { headers, json } = await lock(bidder, { amount: '1', durationSec: YEAR })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toMatchObject({ asOf: { blockNumber: headers.get('x-as-of-block') } })
  })
})

describe('what only the chain knows', () => {
  it.each([
    {
      name: 'a second lock',
      role: 'voter',
      body: { amount: '1', durationSec: YEAR },
      code: 'already_locked',
      reverts: 'AlreadyLocked',
    },
    {
      name: 'a lock over an ended one',
      role: 'borrower',
      body: { amount: '1', durationSec: YEAR },
      code: 'already_locked',
      reverts: 'AlreadyLocked',
    },
    {
      name: 'a week, of which rounding down takes a part',
      role: 'agent',
      body: { amount: '1', durationSec: 604_800 },
      code: 'invalid_duration_now',
      reverts: 'InvalidLockDuration',
    },
    {
      name: 'more than the sender holds',
      role: 'stranger',
      body: { amount: String(one), durationSec: YEAR },
      code: 'insufficient_balance',
      reverts: 'ERC20InsufficientBalance',
    },
  ] as const)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ role, body, code, reverts }) => {
      const built = builtOf(await lock(await sessionOf(net, role), body))
      expect(codesOf(built)).toContain(code)
      expect(built.issues.find((issue) => issue.code === code)?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({
        status: 'revert',
        error: { name: reverts, call: built.calls.calls.length - 1 },
      })
      const last = (await sendAll(net, role, built)).at(-1)
      expect(last?.status).toBe('reverted')
      expect(last && (await revertOf(net, last.hash))).toBe(reverts)
    },
  )

  it('gives the arguments of the custom error', async () => {
    const { address } = accountOf(net, 'stranger')
    const built = builtOf(await lock(stranger, { amount: '7', durationSec: YEAR }))
    expect(built.simulation.error).toMatchObject({
      args: { sender: address, balance: '0', needed: '7' },
      message: `ERC20InsufficientBalance(sender ${address}, balance 0, needed 7)`,
    })
    expect(built.issues).toMatchObject([{ code: 'insufficient_balance', balance: '0', needed: '7' }])
  })

  it('names the shortest duration, which is then accepted', async () => {
    const built = builtOf(
      await lock(bidder, { amount: '1', durationSec: '604800', from: accountOf(net, 'agent').address }),
    )
    const smallest = String(built.issues.find(({ code }) => code === 'invalid_duration_now')?.['smallestDurationSec'])
    expect(BigInt(smallest)).toBeLessThanOrEqual(1_209_599n)
    const accepted = builtOf(
      await lock(bidder, { amount: '1', durationSec: smallest, from: accountOf(net, 'agent').address }),
    )
    expect(accepted).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    const undo = await restorePoint(net.rpcUrl)
    expect((await sendAll(net, 'agent', accepted)).at(-1)?.status).toBe('success')
    await undo()
    const refused = builtOf(
      await lock(bidder, {
        amount: '1',
        durationSec: String(BigInt(smallest) - 1n),
        from: accountOf(net, 'agent').address,
      }),
    )
    expect(refused.simulation.error?.name).toBe('InvalidLockDuration')
  })

  it('warns when a late transaction would end a week later', async () => {
    const now = await chainTime(net)
    const justShort = (now / WEEK) * WEEK + 60n * WEEK - now - 600n
    const built = builtOf(await lock(bidder, { amount: '1', durationSec: String(justShort) }))
    expect(built.warnings.join(' ')).toMatch(/mined after .*, the lock ends a week later/)
  })
})

describe('nodes', () => {
  it('answers the calldata when no node does, and says that nothing was checked', async () => {
    proxy.mode = 'drop'
    const { shareToken, veToken } = net.world.contracts
    const answer = await lock(bidder, { amount: '10', durationSec: YEAR, token: shareToken })
    expect(builtOf(answer)).toMatchObject({
      to: veToken,
      args: { token: shareToken, amount: '10', duration: YEAR },
      description: `Lock 10 base units of the token ${shareToken} in the vote escrow ${veToken} for 365 days.`,
      issues: [{ code: 'chain_unreachable' }],
      simulation: { status: 'unavailable', blockNumber: null },
      approvals: [],
      asOf: null,
      effectiveEnd: null,
      votingPower: null,
    })
    expect(answer.headers.get('x-as-of-block')).toBeNull()
  })

  it.each([{ status: 500 }, { status: 429, retryAfter: 7 }, { chainId: 1 }] as const)(
    'answers the calldata with a node that says %j',
    async (mode) => {
      proxy.mode = mode
      expect(
        builtOf(await lock(bidder, { amount: '10', durationSec: YEAR, token: net.world.contracts.shareToken })).asOf,
      ).toBeNull()
    },
  )

  it('answers what it read when only the simulation fails', async () => {
    proxy.mode = {
      refuse: ({ method, params }) =>
        method === 'eth_simulateV1' || (method === 'eth_call' && JSON.stringify(params[0]).includes('"from"')),
    }
    const built = builtOf(await lock(stranger, { amount: '1', durationSec: YEAR }))
    expect(built).toMatchObject({ simulation: { status: 'unavailable' }, issues: [{ code: 'insufficient_balance' }] })
    expect(built.asOf).not.toBeNull()
  })
})

describe('what the body alone proves', () => {
  it.each([
    ['amount', { amount: '0' }],
    ['amount', { amount: ' 1' }],
    ['amount', { amount: String(2n ** 128n) }],
    ['durationSec', { durationSec: '604799' }],
    ['durationSec', { durationSec: 126_144_001 }],
    ['token', { token: '0x0000000000000000000000000000000000000000' }],
  ])('refuses a wrong %s: %j', async (field, change) => {
    const answer = await lock(bidder, { amount: '1', durationSec: YEAR, ...change })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringMatching(new RegExp(`^invalid_request: ${field}: .`)) })
  })

  it('says of what is no integer what is', async () => {
    const error = 'invalid_request: amount: must be an integer: a decimal string, or a JSON number within 2^53'
    for (const amount of ['1.5', '-1', '0x10', '1e3', '01', '', 1.5, 1e30, 2 ** 53, true, null])
      expect((await lock(bidder, { amount, durationSec: YEAR })).json).toMatchObject({ error })
    expect((await lock(bidder, { amount: -1, durationSec: YEAR })).json).toMatchObject({
      error: `invalid_request: amount: must be between 1 and ${2n ** 128n - 1n}`,
    })
    for (const chainId of ['0x7a69', 1.5, 1e30])
      expect((await lock(bidder, { amount: '1', durationSec: YEAR, chainId })).json).toMatchObject({
        error: 'invalid_request: chainId: must be a chain id',
      })
  })

  it('names the bounds', async () => {
    const { json } = await lock(bidder, { amount: '1', durationSec: 1 })
    expect(json).toMatchObject({
      error: expect.stringMatching(
        /^invalid_request: durationSec: must be between 604800 and 126144000; .* 1209599 is/,
      ),
    })
  })

  it('accepts both ends of the bounds', async () => {
    for (const body of [
      { amount: '1', durationSec: '126144000' },
      { amount: String(2n ** 128n - 1n), durationSec: '604800' },
    ])
      expect((await lock(bidder, body)).status).toBe(200)
  })

  it.each([
    ['amout', 'amout: is not a known field; did you mean amount?'],
    ['chainID', 'chainID: is not a known field; did you mean chainId?'],
    [
      'to',
      'to: is not a known field; the fields are from, chainId, minBlock, token, amount, amountDecimal, durationSec',
    ],
  ])('refuses the unknown field %s: it may be a guard with a typing error', async (field, fault) => {
    const answer = await lock(bidder, { amount: '1', durationSec: YEAR, [field]: '1' })
    expect([answer.status, answer.json]).toEqual([400, { success: false, error: `invalid_request: ${fault}` }])
  })
})

describe('security', () => {
  it('takes the session cookie from a trusted page', async () => {
    const { cookie } = await signIn(net.api, accountOf(net, 'bidder'))
    const body = { amount: '1', durationSec: YEAR }
    const answer = await lock({ cookie, origin: net.host }, body)
    expect(builtOf(answer).from).toBe(accountOf(net, 'bidder').address)
    expect(answer.headers.get('access-control-allow-origin')).toBe(net.host)
  })

  it('refuses to build for a token that the escrow does not take, which would revert', async () => {
    const { creatorCoin, veToken } = net.world.contracts
    const answer = await lock(bidder, { amount: '1', durationSec: YEAR, token: creatorCoin })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({ error: expect.stringMatching(/^invalid_request: token: must be 0x/) })
    const { data } = builtOf(await lock(bidder, { amount: '1', durationSec: YEAR }))
    const forged = data.replace(
      net.world.contracts.shareToken.slice(2).toLowerCase(),
      creatorCoin.slice(2).toLowerCase(),
    )
    const sent = await send(net, 'bidder', { to: veToken, data: forged, value: '0' })
    expect(await revertOf(net, sent.hash)).toBe('InvalidToken')
  })

  it('answers many builders at once, each with its own sender', async () => {
    const roles = ['owner', 'bidder', 'stranger', 'agent'] as const
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        lock(bidder, {
          amount: String(i + 1),
          durationSec: YEAR,
          from: accountOf(net, roles[i % 4] ?? 'owner').address,
        }),
      ),
    )
    answers.map(builtOf).forEach((built, i) => {
      expect(built.args).toMatchObject({ amount: String(i + 1) })
      expect(built.from).toBe(accountOf(net, roles[i % 4] ?? 'owner').address)
    })
  })
})
