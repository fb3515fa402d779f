import { describe, expect, it } from 'vitest'
import { accountOf } from '../../account/support.ts'
import { build, builtOf, codesOf, lockOf, revertOf, sendAll, sessionOf, startBuildNet } from '../support.ts'
import { prepared, useNet, useRpcProxy } from '../../support/useNet.ts'

const BUDGET = 60

const proxy = useRpcProxy()

const net = useNet(() => startBuildNet({ nodeUrl: proxy.nodeUrl, variables: { LIMIT_BUILD: String(BUDGET) } }))
const borrower = prepared(() => sessionOf(net, 'borrower'))
const voter = prepared(() => sessionOf(net, 'voter'))

const unlock = (headers: Record<string, string>, body: object | string = {}) =>
  build(net.api, 'vetoken/unlock', headers, body)

describe('what only the chain knows', () => {
  it.each([
    { name: 'an unlock before the end', role: 'voter', code: 'lock_not_expired', reverts: 'LockNotExpired' },
    { name: 'an unlock without a lock', role: 'stranger', code: 'no_lock', reverts: 'NoExistingLock' },
  ] as const)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ role, code, reverts }) => {
      const built = builtOf(await unlock(voter, { from: accountOf(net, role).address }))
      expect(codesOf(built)).toEqual([code])
      expect(built.issues[0]?.reverts).toBe(reverts)
      expect(built.simulation.error?.name).toBe(reverts)
      const [sent] = await sendAll(net, role, built)
      expect(sent?.status).toBe('reverted')
      expect(sent && (await revertOf(net, sent.hash))).toBe(reverts)
    },
  )
})

describe('happy', () => {
  it.each(['', '{}', '[]', 'null'])('needs no body: %j', async (body) => {
    expect(builtOf(await unlock(borrower, body))).toMatchObject({
      data: '0xa69df4b5',
      function: 'unlock()',
      issues: [],
      simulation: { status: 'ok' },
    })
  })

  it('takes an ended lock out, as the API then shows', async () => {
    const before = await lockOf(net, 'borrower', 0n)
    expect(before).toMatchObject({ unlockable: true, hasActiveLock: false })
    const built = builtOf(await unlock(borrower))
    expect(built.description).toBe(
      `Withdraw 100000 ■AURORA (${net.world.contracts.shareToken}) from the vote escrow ${net.world.contracts.veToken}. The sender receives 100000 ■AURORA (${net.world.contracts.shareToken}) and reduces its lock by 100000 ■AURORA.`,
    )
    const [sent] = await sendAll(net, 'borrower', built)
    expect(sent?.status).toBe('success')
    expect(await lockOf(net, 'borrower', sent?.blockNumber ?? 0n)).toMatchObject({
      unlockable: false,
      lock: { amount: '0', end: '0' },
    })
  })
})
