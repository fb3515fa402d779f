import { createTestClient, http } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { UnsignedQueuedWithdrawal } from '../../../schema/build/vaultCalldata.ts'
import { deployAltered } from '../../support/deployAltered.ts'
import { restorePoint } from '../../support/restorePoint.ts'
import { useNet } from '../../support/useNet.ts'
import { codesOf, revertOf, sendAll } from '../support.ts'
import { coins, startVaultNet } from './support.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const [owner, admin] = [addressOf('owner'), addressOf('admin')]
const queue = (body: object = {}) =>
  net.built(UnsignedQueuedWithdrawal, 'queueWithdrawal', { as: 'owner', amount: String(coins('10000000')), ...body })
const claim = (as: AccountRole, body: object = {}) =>
  net.built(UnsignedQueuedWithdrawal, 'claimQueuedWithdrawal', { as, ...body })
const mine = (blocks: number) => createTestClient({ mode: 'anvil', transport: http(net.rpcUrl) }).mine({ blocks })

describe('buildVaultQueueWithdrawal', () => {
  it('queues a large withdrawal, waits for its block, and the claim pays the receiver what it expects', async () => {
    const built = await queue({ receiver: admin })
    expect(built).toMatchObject({
      to: net.world.contracts.vault,
      function: 'queueWithdrawal(uint256,address)',
      args: { shares: String(coins('10000000')), receiver: admin },
      approvals: [],
      issues: [],
      receiver: admin,
      simulation: { status: 'ok' },
    })
    await net.mined('owner', built)
    const early = await claim('owner')
    expect(early).toMatchObject({
      amount: String(coins('10000000')),
      receiver: admin,
      unlockBlock: built.unlockBlock,
      issues: [{ code: 'withdrawal_not_unlocked', block: built.unlockBlock, reverts: 'WithdrawalNotUnlocked' }],
      simulation: { status: 'revert', error: { name: 'WithdrawalNotUnlocked' } },
    })
    expect(early.description).toContain(`which pays ${admin}.`)
    const [sent] = await sendAll(net, 'owner', early)
    expect(sent && (await revertOf(net, sent.hash))).toBe('WithdrawalNotUnlocked')

    await mine(Number(BigInt(built.unlockBlock ?? 0) - BigInt(sent?.blockNumber ?? 0)) - 1)
    const held = await net.balance('creatorCoin', 'admin')
    const due = await claim('owner')
    expect(due).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    await net.mined('owner', due)
    expect((await net.balance('creatorCoin', 'admin')) - held).toBe(BigInt(due.expectedAmount ?? 0))
    expect(codesOf(await claim('owner'))).toEqual(['no_queued_withdrawal'])
  })

  it('adds to what is queued, whose block stays', async () => {
    const first = await queue()
    await net.mined('owner', first)
    expect(await queue()).toMatchObject({ unlockBlock: first.unlockBlock, issues: [] })
  })
})

describe('buildVaultClaimQueuedWithdrawal', () => {
  it('checks the limit of a claim at the block of the answer', async () => {
    await mine(10)
    const { expectedAmount } = await claim('borrower')
    const limit = BigInt(expectedAmount ?? 0)
    expect(await claim('borrower', { limitAmount: String(limit) })).toMatchObject({ limitMet: true, issues: [] })
    expect(codesOf(await claim('borrower', { limitAmount: String(limit + 1n) }))).toEqual(['limit_not_met'])
  })
})

describe('what only the chain knows', () => {
  it.each([
    ['withdrawal_too_small', 'InvalidAmount', { amount: String(coins('1000')) }],
    ['insufficient_balance', 'ERC20InsufficientBalance', { amount: String(coins('9000000000')) }],
    ['queue_receiver_differs', 'QueuedWithdrawalReceiverMismatch', { as: 'borrower', receiver: admin }],
  ] as const)('%s is an issue, and the simulation shows it', async (code, reverts, body) => {
    const built = await queue(body)
    expect(codesOf(built)).toEqual([code])
    expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts, fix: expect.any(String) } })
  })

  it('says that a vault has no queue', async () => {
    const vault = await deployAltered(net.rpcUrl, net.world.contracts.vault, [
      'queuedWithdrawals(address)',
      'queueWithdrawal(uint256,address)',
      'claimQueuedWithdrawal()',
    ])
    for (const built of [await queue({ vault }), await claim('owner', { vault })]) {
      expect(codesOf(built)).toContain('function_not_in_contract')
      expect(built).toMatchObject({ unlockBlock: null })
    }
  })
})

describe('security', () => {
  it('shows a sender its own queued withdrawal only', async () => {
    const built = await claim('borrower', { from: owner })
    expect(built).toMatchObject({ amount: '0', receiver: null, unlockBlock: null })
    expect(codesOf(built)).toEqual(['no_queued_withdrawal'])
  })
})
