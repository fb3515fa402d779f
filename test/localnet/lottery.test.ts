import { keccak256, parseUnits, stringToHex } from 'viem'
import { getContractEvents } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const contract = (role: CompiledRole) => at().contract(role)
const send = (
  from: Parameters<ReturnType<typeof at>['chain']['send']>[0],
  role: CompiledRole,
  name: string,
  args: readonly unknown[],
) => at().chain.send(from, contract(role), name, args)
const read = (role: CompiledRole, name: string, args: readonly unknown[] = []) =>
  at().chain.read(contract(role), name, args)
const coin = () => at().world.contracts.creatorCoin
const usd = (amount: string) => parseUnits(amount, 6)
const freeEntry = (amount: string) =>
  send('admin', 'lotteryManager', 'processAmoeEntry', [addressOf('stranger'), coin(), usd(amount)])
const buy = (shares: bigint, token = coin()) =>
  send('owner', 'lotteryManager', 'processSwapLottery', [addressOf('stranger'), token, shares])
const relayAs = (role: 'admin' | 'agent') =>
  send('owner', 'lotteryManager', 'setAuthorizedAmoeRelayer', [addressOf(role)])
const boostOf = async () =>
  BigInt(String(await read('gaugeVoting', 'getVaultProbabilityBoostPPM', [at().world.contracts.vault])))
const newest = async (role: CompiledRole, eventName: string) => {
  const events = await getContractEvents(at().chain.client, { ...contract(role), eventName, fromBlock: 0n })
  return Object(events.at(-1)).args
}

describe('happy', () => {
  test('a ticket has four parts per million for each dollar, from one dollar up to 4 %', async () => {
    const chances = {
      '0.999999': 0n,
      '1': 4n,
      '1.25': 5n,
      '12': 48n,
      '9999.75': 39_999n,
      '10000': 40_000n,
      '1000000': 40_000n,
    }
    for (const [amount, chance] of Object.entries(chances))
      expect(await read('lotteryManager', 'calculateWinChance', [usd(amount)]), amount).toBe(chance)
  })

  test('a share bought counts as one coin at the oracle’s price, times the multiplier', async () => {
    const boost = await boostOf()
    await send('owner', 'oracle', 'setPrice', [parseUnits('2', 18)])
    await buy(parseUnits('3', 18))
    expect(await newest('lotteryManager', 'LotteryEntryCreated')).toMatchObject({
      swapAmountUSD: usd('6'),
      // Four for each dollar, and of the boost what 5 dollars above the minimum are of 9 999.
      winChancePPM: 24n + (boost * 5n) / 9_999n,
    })
    await send('owner', 'lotteryManager', 'setLotteryConfig', [[usd('1'), 6900n, true, 40n, 150_000n, 15_000n]])
    await buy(parseUnits('3', 18))
    expect(await newest('lotteryManager', 'LotteryEntryCreated')).toMatchObject({ swapAmountUSD: usd('9') })
  })

  test('votes for a vault add to a bought ticket’s chance, all of it from 10 000 dollars on, within the maximum', async () => {
    const boost = await boostOf()
    expect(boost).toBeGreaterThan(0n)
    await send('owner', 'oracle', 'setPrice', [parseUnits('1', 18)])
    await buy(parseUnits('10000', 18))
    expect((await newest('lotteryManager', 'LotteryEntryCreated')).winChancePPM).toBe(40_000n + boost)
    await buy(parseUnits('1', 18))
    expect((await newest('lotteryManager', 'LotteryEntryCreated')).winChancePPM).toBe(4n)
    await send('owner', 'lotteryManager', 'setLotteryConfig', [[usd('1'), 6900n, true, 40n, 41_000n, 10_000n]])
    await buy(parseUnits('10000', 18))
    expect((await newest('lotteryManager', 'LotteryEntryCreated')).winChancePPM).toBe(41_000n)
  })

  test('a winner takes the configured part of the reserve, and the event of the win shows zero', async () => {
    await relayAs('admin')
    await freeEntry('4')
    const before = BigInt(String(await read('gaugeController', 'getJackpotReserve')))
    await send('admin', 'lotteryManager', 'rawFulfillRandomWords', [6n, [1_000_015n]])
    const paid = (before * 6900n) / 10_000n
    expect(await newest('lotteryManager', 'LotteryWinner')).toMatchObject({ rewardAmount: 0n, requestId: 6n })
    expect(await newest('lotteryManager', 'LotteryResultProcessed')).toMatchObject({ won: true, rewardAmount: paid })
    expect(await newest('gaugeController', 'JackpotPaid')).toEqual({ winner: addressOf('stranger'), shares: paid })
    expect(await read('gaugeController', 'getJackpotReserve')).toBe(before - paid)
  })

  test('a prize is at most what makes a ticket fair: 750 dollars', async () => {
    await relayAs('admin')
    // A reserve of some share tokens at 1 000 000 USD each is worth far more than that.
    await send('owner', 'oracle', 'setPrice', [parseUnits('1000000', 18)])
    await freeEntry('4')
    await send('admin', 'lotteryManager', 'rawFulfillRandomWords', [6n, [0n]])
    expect((await newest('gaugeController', 'JackpotPaid')).shares).toBe(parseUnits('0.00075', 18))
  })

  test('a word at the chance loses, one below it wins', async () => {
    await relayAs('admin')
    await freeEntry('4')
    await freeEntry('4')
    await send('admin', 'lotteryManager', 'rawFulfillRandomWords', [6n, [16n]])
    expect((await newest('lotteryManager', 'LotteryResultProcessed')).won).toBe(false)
    await send('admin', 'lotteryManager', 'rawFulfillRandomWords', [7n, [15n]])
    expect((await newest('lotteryManager', 'LotteryResultProcessed')).won).toBe(true)
  })
})

describe('error', () => {
  test('nobody enters a lottery that is off, paused, without a fresh price, or for too little', async () => {
    const config = (isActive: boolean) => [[usd('1'), 6900n, isActive, 40n, 150_000n, 10_000n]]
    expect(await revertOf(buy(1n))).toBe('BelowMinimum')
    expect(await revertOf(buy(parseUnits('1000000000', 18)))).toBe('AboveMaximum')
    expect(await revertOf(buy(parseUnits('1000', 18), at().world.contracts.creatorCoin2))).toBe('StalePrice')
    expect(await revertOf(buy(parseUnits('1000', 18), at().world.contracts.usdc))).toBe('TokenNotActive')
    await send('owner', 'lotteryManager', 'setLotteryConfig', config(false))
    expect(await revertOf(buy(parseUnits('1000', 18)))).toBe('LotteryInactive')
    await send('owner', 'lotteryManager', 'setPaused', [true])
    expect(await revertOf(buy(parseUnits('1000', 18)))).toBe('EnforcedPause')
  })

  test('a result comes once', async () => {
    expect(await revertOf(send('admin', 'lotteryManager', 'rawFulfillRandomWords', [1n, [0n]]))).toBe('UnknownRequest')
  })

  test('more keys than were staked do not come back', async () => {
    expect(await revertOf(send('voter', 'keyPool', 'unstake', [4n]))).toBe('NotStaked')
  })
})

describe('security', () => {
  test('only who is authorised enters others, decides, or pays', async () => {
    const entry = [addressOf('stranger'), coin(), usd('5')]
    for (const [role, name, args] of [
      ['lotteryManager', 'processAmoeEntry', entry],
      ['lotteryManager', 'processSwapLottery', entry],
      ['lotteryManager', 'rawFulfillRandomWords', [4n, [0n]]],
    ] as const)
      expect(await revertOf(send('stranger', role, name, args)), name).toBe('NotAuthorized')
    const theft = send('stranger', 'gaugeController', 'payJackpot', [addressOf('stranger'), 1n])
    expect(await revertOf(theft)).toBe('NotLotteryManager')
  })

  test('a burn enters once, by a relayer, in its epoch', async () => {
    const epoch = BigInt(String(await read('amoeRouter', 'currentEpoch')))
    const burn = (name: string, day = epoch) => [
      addressOf('stranger'),
      coin(),
      day,
      ...['a', 'b', name].map((text) => keccak256(stringToHex(text))),
      usd('5'),
    ]
    await send('agent', 'amoeRouter', 'relayEntry', burn('c'))
    expect(await revertOf(send('agent', 'amoeRouter', 'relayEntry', burn('c')))).toBe('NullifierSpent')
    expect(await revertOf(send('stranger', 'amoeRouter', 'relayEntry', burn('d')))).toBe('NotRelayer')
    expect(await revertOf(send('agent', 'amoeRouter', 'relayEntry', burn('d', epoch - 2n)))).toBe('WrongEpoch')
  })
})
