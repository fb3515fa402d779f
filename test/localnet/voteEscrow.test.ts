import { parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { revertOf, useWorld } from './useWorld.ts'

const week = 604_800
const longest = 4 * 365 * 86_400
const amount = parseUnits('1000', 18)

const at = useWorld()
const send = (role: AccountRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract('veToken'), name, args)
const read = (name: string, args: unknown[] = []) => at().chain.read(at().contract('veToken'), name, args)
const lockOf = (role: AccountRole) => read('getLock', [addressOf(role)])

/** Approves for `bidder`, who holds share tokens and has no lock. */
async function approve(): Promise<void> {
  const { chain, world, contract } = at()
  await chain.send('bidder', contract('shareToken'), 'approve', [world.contracts.veToken, 10n * amount])
}

/** Moves to `seconds` after a week has begun. */
async function intoWeek(seconds: number): Promise<void> {
  const now = await at().now()
  await at().pass(week - (now % week) + seconds)
}

describe('happy', () => {
  test('a lock ends at the start of a week and its power falls linearly to nothing', async () => {
    await approve()
    await intoWeek(1000)
    const { shareToken } = at().world.contracts
    await send('bidder', 'lock', [shareToken, amount, 4 * week])
    const start = await at().now()
    const end = Math.floor((start + 4 * week) / week) * week
    const lock = { amount, end: BigInt(end), start: BigInt(start), lockedToken: shareToken }
    expect(await lockOf('bidder')).toMatchObject(lock)
    expect(await read('getVotingPower', [addressOf('bidder')])).toBe((amount * BigInt(end - start)) / BigInt(longest))
    await at().pass(2 * week)
    const left = end - (await at().now())
    expect(await read('getVotingPower', [addressOf('bidder')])).toBe((amount * BigInt(left)) / BigInt(longest))
    await at().pass(left)
    expect(await read('getVotingPower', [addressOf('bidder')])).toBe(0n)
    expect(await read('hasActiveLock', [addressOf('bidder')])).toBe(false)
    expect(await lockOf('bidder')).toMatchObject({ amount })
  })

  test('the total is the sum of all live locks, before and after one of them ends', async () => {
    await approve()
    await send('bidder', 'lock', [at().world.contracts.shareToken, amount, 5 * week])
    for (const step of [0, 2 * week, 4 * week]) {
      if (step > 0) await at().pass(step)
      let sum = 0n
      for (const { address } of at().world.accounts) sum += BigInt(String(await read('getVotingPower', [address])))
      const total = BigInt(String(await read('getTotalVotingPower')))
      expect(total - sum).toBeGreaterThanOrEqual(0n)
      expect(total - sum).toBeLessThan(10n)
    }
  })

  test('extending and increasing restart the season', async () => {
    await send('voter', 'increaseLock', [1n])
    expect(await lockOf('voter')).toMatchObject({ start: BigInt(await at().now()) })
    await at().pass(week)
    await send('voter', 'extendLock', [(await at().now()) + 3 * 365 * 86_400])
    expect(await lockOf('voter')).toMatchObject({ start: BigInt(await at().now()) })
  })

  test('an ended lock is revived by extending it and returned by unlocking', async () => {
    const held = parseUnits('100000', 18)
    expect(await read('hasActiveLock', [addressOf('borrower')])).toBe(false)
    await send('borrower', 'extendLock', [(await at().now()) + 10 * week])
    expect(await read('hasActiveLock', [addressOf('borrower')])).toBe(true)
    await at().pass(10 * week)
    const before = await at().chain.read(at().contract('shareToken'), 'balanceOf', [addressOf('borrower')])
    await send('borrower', 'unlock')
    const after = await at().chain.read(at().contract('shareToken'), 'balanceOf', [addressOf('borrower')])
    expect(BigInt(String(after)) - BigInt(String(before))).toBe(held)
    expect(await lockOf('borrower')).toMatchObject({ amount: 0n, end: 0n })
  })

  test('power is known for past and future times', async () => {
    const { voter, now } = { voter: addressOf('voter'), now: await at().now() }
    expect(await read('votingPowerAt', [voter, at().chain.genesis])).toBe(0n)
    expect(await read('votingPowerAt', [voter, now])).toBe(await read('getVotingPower', [voter]))
    expect(await read('votingPowerAt', [voter, now + longest])).toBe(0n)
  })
})

describe('error', () => {
  test('lock names what is wrong with its arguments', async () => {
    await approve()
    const { shareToken, vault } = at().world.contracts
    expect(await revertOf(send('bidder', 'lock', [vault, amount, 4 * week]))).toBe('InvalidToken')
    expect(await revertOf(send('bidder', 'lock', [shareToken, 0n, 4 * week]))).toBe('ZeroAmount')
    expect(await revertOf(send('bidder', 'lock', [shareToken, amount, week - 1]))).toBe('InvalidLockDuration')
    expect(await revertOf(send('bidder', 'lock', [shareToken, amount, longest + 1]))).toBe('InvalidLockDuration')
    expect(await revertOf(send('voter', 'lock', [shareToken, amount, 4 * week]))).toBe('AlreadyLocked')
    expect(await revertOf(send('borrower', 'lock', [shareToken, amount, 4 * week]))).toBe('AlreadyLocked')
    expect(await revertOf(send('agent', 'lock', [shareToken, amount, 4 * week]))).toBe('ERC20InsufficientAllowance')
  })

  test('a lock of one week fails in the middle of a week, because its end is rounded down', async () => {
    await approve()
    await intoWeek(1000)
    const { shareToken } = at().world.contracts
    expect(await revertOf(send('bidder', 'lock', [shareToken, amount, week]))).toBe('InvalidLockDuration')
    await send('bidder', 'lock', [shareToken, amount, 2 * week - 1])
  })

  test('extend, increase and unlock name what forbids them', async () => {
    const now = await at().now()
    expect(await revertOf(send('bidder', 'extendLock', [now + 10 * week]))).toBe('NoExistingLock')
    expect(await revertOf(send('bidder', 'increaseLock', [amount]))).toBe('NoExistingLock')
    expect(await revertOf(send('bidder', 'unlock'))).toBe('NoExistingLock')
    expect(await revertOf(send('voter', 'increaseLock', [0n]))).toBe('ZeroAmount')
    expect(await revertOf(send('voter', 'extendLock', [now + 10 * week]))).toBe('LockDurationTooShort')
    expect(await revertOf(send('voter', 'extendLock', [now + longest + week]))).toBe('InvalidLockDuration')
    expect(await revertOf(send('voter', 'unlock'))).toBe('LockNotExpired')
    expect(await revertOf(send('borrower', 'increaseLock', [amount]))).toBe('LockExpired')
    expect(await revertOf(send('borrower', 'extendLock', [now + week - 1]))).toBe('InvalidLockDuration')
  })
})

describe('security', () => {
  test('voting power cannot be transferred', async () => {
    expect(await revertOf(send('voter', 'transfer', [addressOf('stranger'), 1n]))).toBe('NonTransferable')
  })
})
