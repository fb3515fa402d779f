import { beforeAll, describe, expect, it } from 'vitest'
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
  setTime,
  startBuildNet,
} from '../support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const WEEK = 604_800n

const proxy = useRpcProxy()
/** Time of the chain, in the middle of a week. */
let now: bigint

const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  now = ((await chainTime(net)) / WEEK) * WEEK + WEEK + WEEK / 2n
  await setTime(net, now)
})
const agent = prepared(() => receiptHeaders(net))

const extend = (body: object) => build(net.api, 'vetoken/extend', agent, body)
const of = (role: 'voter' | 'borrower' | 'stranger') => accountOf(net, role).address

describe('happy', () => {
  it('builds an extension, which sent unchanged ends the lock when it was foretold', async () => {
    const newEnd = now + 1300n * 86_400n
    const built = builtOf(await extend({ newEnd: String(newEnd), from: of('voter') }))
    expect(built).toMatchObject({
      to: net.world.contracts.veToken,
      function: 'extendLock(uint256)',
      args: { newEnd: String(newEnd) },
      effectiveEnd: String((newEnd / WEEK) * WEEK),
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      calls: { atomicRequired: false },
    })
    expect(built.description).toContain(String(newEnd))
    expect(built.warnings.join(' ')).toContain('Gauge votes')
    const before = await lockOf(net, 'voter', 0n)
    const [sent] = await sendAll(net, 'voter', built)
    expect(sent?.status).toBe('success')
    const after = await lockOf(net, 'voter', sent?.blockNumber ?? 0n)
    expect(after.lock).toMatchObject({ end: built.effectiveEnd, amount: before.lock.amount })
    const projected =
      (BigInt(before.lock.amount) * ((newEnd / WEEK) * WEEK - BigInt(built.asOf?.timestamp ?? 0))) / 126_144_000n
    expect(built.votingPower).toBe(String(projected))
  })

  it('revives an ended lock, and says so', async () => {
    const built = builtOf(await extend({ newEnd: String(now + 40n * 86_400n), from: of('borrower') }))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(built.warnings.join(' ')).toContain('The lock ended at')
    const [sent] = await sendAll(net, 'borrower', built)
    expect(await lockOf(net, 'borrower', sent?.blockNumber ?? 0n)).toMatchObject({
      hasActiveLock: true,
      lock: { end: built.effectiveEnd },
    })
  })
})

describe('what only the chain knows', () => {
  it.each([
    {
      name: 'an extension without a lock',
      role: 'stranger',
      days: 100n,
      codes: ['no_lock'],
      reverts: 'NoExistingLock',
    },
    {
      name: 'more than four years',
      role: 'voter',
      days: 1461n,
      codes: ['lock_too_long'],
      reverts: 'InvalidLockDuration',
    },
    {
      name: 'an end before the present one',
      role: 'voter',
      days: 100n,
      codes: ['end_not_later'],
      reverts: 'LockDurationTooShort',
    },
    {
      name: 'an end in the past',
      role: 'voter',
      days: -100n,
      codes: ['end_not_later', 'invalid_duration_now'],
      reverts: 'LockDurationTooShort',
    },
  ] as const)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ role, days, codes, reverts }) => {
      const built = builtOf(await extend({ newEnd: String(now + days * 86_400n), from: of(role) }))
      expect(codesOf(built)).toEqual(codes)
      expect(built.issues[0]?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts, call: 0 } })
      const [sent] = await sendAll(net, role, built)
      expect(sent?.status).toBe('reverted')
      expect(sent && (await revertOf(net, sent.hash))).toBe(reverts)
    },
  )

  it('reports that an ended lock cannot be revived for less than a week, and names the earliest end, which is accepted', async () => {
    const ended = (await lockOf(net, 'borrower', 0n)).lock.end
    // Past the end of the revived lock, in the middle of a week again.
    now = BigInt(ended) + 2n * WEEK + WEEK / 2n
    await setTime(net, now)
    const built = builtOf(await extend({ newEnd: String(now + WEEK), from: of('borrower') }))
    expect(codesOf(built)).toEqual(['invalid_duration_now'])
    expect(built.simulation.error?.name).toBe('InvalidLockDuration')
    const [sent] = await sendAll(net, 'borrower', built)
    expect(sent && (await revertOf(net, sent.hash))).toBe('InvalidLockDuration')
    const earliest = String(built.issues[0]?.['earliestEnd'])
    expect(builtOf(await extend({ newEnd: earliest, from: of('borrower') }))).toMatchObject({
      issues: [],
      simulation: { status: 'ok' },
      effectiveEnd: earliest,
    })
  })

  it('accepts the latest end that it names', async () => {
    const built = builtOf(await extend({ newEnd: String(now + 200_000_000n), from: of('voter') }))
    const latest = String(built.issues.find(({ code }) => code === 'lock_too_long')?.['latestEnd'])
    expect(builtOf(await extend({ newEnd: latest, from: of('voter') })).issues).toEqual([])
  })

  it('warns of an end that is good for minutes only', async () => {
    now = (now / WEEK) * WEEK + 2n * WEEK - 600n
    await setTime(net, now)
    const built = builtOf(await extend({ newEnd: String(now + 600n + WEEK), from: of('borrower') }))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(built.warnings.join(' ')).toMatch(/Send the transaction before .*InvalidLockDuration/)
  })
})

describe('what the body alone proves', () => {
  it.each([{ newEnd: '0' }, { newEnd: '2027-01-01' }, { newEnd: String(2n ** 48n) }, { newEnd: 126_144_000 }])(
    'refuses a wrong newEnd: %j',
    async (body) => {
      const answer = await extend(body)
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(answer.json).toMatchObject({ error: expect.stringMatching(/^invalid_request: newEnd: ./) })
    },
  )

  it('answers a duration with the hint that a time is expected', async () => {
    expect((await extend({ newEnd: '31536000' })).json).toMatchObject({
      error: expect.stringMatching(/^invalid_request: newEnd: must be between 126144001 .*a time .*, not a duration$/),
    })
  })

  it('puts an end that no calendar has into words', async () => {
    expect(builtOf(await extend({ newEnd: String(2n ** 48n - 1n) })).description).toContain('281474976710655')
  })
})
