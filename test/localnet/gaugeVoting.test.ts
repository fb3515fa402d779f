import { getContractEvents } from 'viem/actions'
import { maxUint256, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { revertOf, useWorld } from './useWorld.ts'

const day = 86_400
const week = 7 * day
const power = parseUnits('100000', 18)

const at = useWorld()
const send = (role: AccountRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract('gaugeVoting'), name, args)
const read = (name: string, args: unknown[] = []) => at().chain.read(at().contract('gaugeVoting'), name, args)
const utility = (role: AccountRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract('veUtility'), name, args)
const events = (eventName: string) =>
  getContractEvents(at().chain.client, { ...at().contract('gaugeVoting'), eventName, fromBlock: 0n })

/** Moves to `seconds` after the begin of the next epoch. */
async function intoEpoch(seconds: number): Promise<void> {
  const now = await at().now()
  await at().pass(week - (now % week) + seconds)
}
const vaults = () => [at().world.contracts.vault, at().world.contracts.vault2] as const
const weightsOf = async () => Promise.all(vaults().map((vault) => read('getVaultWeight', [vault])))

describe('happy', () => {
  test('weights are relative, and what rounding leaves goes to the first vault', async () => {
    await intoEpoch(day)
    await send('voter', 'vote', [[...vaults()], [1, 2]])
    const third = power / 3n
    expect(await weightsOf()).toEqual([power - (2n * power) / 3n, (2n * power) / 3n])
    expect(power - (2n * power) / 3n).toBe(third + 1n)
    expect(await read('getTotalWeight')).toBe(power)
  })

  test('a vault that is named twice gets both weights, in the place where it came first', async () => {
    await intoEpoch(day)
    const [first, second] = vaults()
    await send('voter', 'vote', [
      [second, first, second],
      [1, 2, 1],
    ])
    expect(await read('getUserVotes', [addressOf('voter')])).toEqual([
      [second, first],
      [power / 2n, power / 2n],
    ])
  })

  test('voting again replaces the votes of the epoch, resetting takes them back', async () => {
    await intoEpoch(day)
    const [first, second] = vaults()
    await send('voter', 'vote', [[first], [7]])
    await send('voter', 'vote', [[second], [1]])
    expect(await weightsOf()).toEqual([0n, power])
    await send('voter', 'resetVotes')
    expect(await weightsOf()).toEqual([0n, 0n])
    expect(await read('hasVotedThisEpoch', [addressOf('voter')])).toBe(false)
    expect(await read('getUserVotes', [addressOf('voter')])).toEqual([[], []])
  })

  test('an empty vote takes votes back too', async () => {
    await intoEpoch(day)
    await send('voter', 'vote', [[vaults()[0]], [1]])
    await send('voter', 'vote', [[], []])
    expect(await read('getTotalWeight')).toBe(0n)
    expect(await read('hasVotedThisEpoch', [addressOf('voter')])).toBe(false)
  })

  test('votes do not carry over, and the first vote of an epoch notes the total of the last', async () => {
    await intoEpoch(day)
    const epoch = BigInt(String(await read('currentEpoch')))
    await send('voter', 'vote', [[vaults()[0]], [1]])
    await intoEpoch(day)
    expect(await read('currentEpoch')).toBe(epoch + 1n)
    expect(await read('getTotalWeight')).toBe(0n)
    expect(await read('getVaultWeightAtEpoch', [epoch, vaults()[0]])).toBe(power)
    await send('voter', 'vote', [[vaults()[1]], [1]])
    expect((await events('EpochCheckpointed')).at(-1)).toMatchObject({ args: { epoch, totalWeight: power } })
  })

  test('power is what is claimed, or what the lock has left at the epoch’s end where that is less', async () => {
    await at().pass(300 * day)
    await intoEpoch(day)
    const end = await read('epochEndTime', [await read('currentEpoch')])
    await send('voter', 'vote', [[vaults()[0]], [1]])
    expect(await read('getTotalWeight')).toBeLessThan(power)
    expect(await read('getTotalWeight')).toBe(
      await at().chain.read(at().contract('veToken'), 'votingPowerAt', [addressOf('voter'), end]),
    )
  })

  test('odds are capped at 35000 millionths a vault; a delisted vault keeps its votes and has no odds', async () => {
    const odds = async () => Promise.all(vaults().map((vault) => read('getVaultProbabilityBoostPPM', [vault])))
    await intoEpoch(day)
    expect(await odds()).toEqual([0n, 0n])
    await send('voter', 'vote', [[...vaults()], [3, 1]])
    expect(await odds()).toEqual([35_000n, 17_355n])
    await send('owner', 'setWhitelisted', [vaults()[1], false])
    expect(await odds()).toEqual([35_000n, 0n])
    expect(await read('getVaultWeightBps', [vaults()[1]])).toBe(2500n)
    expect(await read('getEligibleVaults')).toEqual([vaults()[0]])
  })

  test('the history has votes in two epochs, a reset and an emergency reset', async () => {
    expect(new Set((await events('Voted')).map(({ args }) => Object(args).epoch)).size).toBe(2)
    expect(await events('VotesReset')).toHaveLength(1)
    expect(await events('EmergencyReset')).toHaveLength(1)
    expect(await read('hasVotedThisEpoch', [addressOf('voter')])).toBe(true)
  })
})

describe('error', () => {
  test('a vote names what is wrong with it, in the order of the checks', async () => {
    await intoEpoch(day)
    const [vault] = vaults()
    const refused = (names: unknown[], weights: unknown[]) => revertOf(send('voter', 'vote', [names, weights]))
    expect(await refused([vault], [])).toBe('ArrayLengthMismatch')
    expect(await refused(Array(11).fill(vault), Array(11).fill(0))).toBe('TooManyVaults')
    expect(await refused([vault], [0])).toBe('ZeroWeight')
    expect(await refused([addressOf('stranger')], [1])).toBe('VaultNotWhitelisted')
    expect(await refused([vault, vaults()[1]], [1, power * 2n])).toBe('NormalizedWeightZero')
    expect(await refused([vault, vaults()[1]], [1, maxUint256])).toBe('Panic')
    await send('voter', 'vote', [Array(10).fill(vault), Array(10).fill(1)])
  })

  test('the last hour of an epoch takes no votes, but gives them back', async () => {
    const freeze = (Math.floor((await at().now()) / week) + 2) * week - 3600
    // The vote itself is in the block of that second.
    await at().chain.setTime(freeze - 1)
    await send('voter', 'vote', [[vaults()[0]], [1]])
    await intoEpoch(-3600)
    expect(await revertOf(send('voter', 'vote', [[vaults()[0]], [1]]))).toBe('VoteFreezeWindow')
    await send('voter', 'resetVotes')
    expect(await read('hasVotedThisEpoch', [addressOf('voter')])).toBe(false)
  })

  test('an emergency reset is the owner’s, and not in the last two hours', async () => {
    await intoEpoch(day)
    expect(await revertOf(send('voter', 'emergencyReset'))).toBe('OwnableUnauthorizedAccount')
    await intoEpoch(-7200)
    expect(await revertOf(send('owner', 'emergencyReset'))).toBe('ResetFreezeWindow')
  })

  test('utility is claimed out of free power alone', async () => {
    const free = async () =>
      BigInt(String(await at().chain.read(at().contract('veUtility'), 'freeCapacityOf', [addressOf('voter')])))
    expect(await revertOf(utility('voter', 'claimVe33', [(await free()) + 1n]))).toBe('InsufficientCapacity')
    expect(await revertOf(utility('stranger', 'claimAllOutstanding'))).toBe('ZeroAmount')
  })
})

describe('time', () => {
  test('as power decays, lottery boosts fall away before votes do', async () => {
    const preview = async () => {
      const [ve33, veLottery] = Object(
        await at().chain.read(at().contract('veUtility'), 'previewUtilities', [addressOf('voter')]),
      )
      return { ve33: BigInt(ve33), veLottery: BigInt(veLottery) }
    }
    const total = async () =>
      BigInt(String(await at().chain.read(at().contract('veToken'), 'getVotingPower', [addressOf('voter')])))
    expect(await preview()).toEqual({ ve33: power, veLottery: parseUnits('20000', 18) })
    await at().pass(150 * day)
    expect(await preview()).toEqual({ ve33: power, veLottery: (await total()) - power })
    await at().pass(150 * day)
    expect(await preview()).toEqual({ ve33: await total(), veLottery: 0n })
    await utility('stranger', 'sync', [addressOf('voter')])
    expect(await preview()).toEqual({ ve33: await total(), veLottery: 0n })
  })
})
