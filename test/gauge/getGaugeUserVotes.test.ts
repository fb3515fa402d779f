import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import { GaugeUserVotes } from '../../schema/gauge/index.ts'
import { refusal } from '../auth/support.ts'
import { revertOf } from '../localnet/useWorld.ts'
import { deployAltered } from '../support/deployAltered.ts'
import { handlersWith } from './handlersWith.ts'
import { DAY, HOUR, readsOf, startGaugeNet, WEEK } from './startGaugeNet.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startGaugeNet())
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const read = (role: AccountRole, query = '') => at.read(`user/${addressOf(role)}${query}`, GaugeUserVotes)
const coins = (amount: bigint) => String(amount * 10n ** 18n)
const codesOf = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)
const vote = (role: AccountRole) => at.gauge(role, 'vote', [[at.contracts.vault], [1]])

describe('happy', () => {
  it('answers the votes and the power of a voter as the contracts have them at that block', async () => {
    const data = await read('voter')
    const { vault, vault2, gaugeVoting, veUtility } = at.contracts
    const user = addressOf('voter')
    const own = (name: string, ...args: unknown[]) => at.at(data.asOf.blockNumber, name, ...args)
    const epoch = await own('currentEpoch')
    const powerAtEpochEnd = await at.powerAt(data.asOf.blockNumber, user, data.epochEnd)
    expect(data).toMatchObject({
      chainId: 31337,
      gaugeVoting,
      user,
      currentEpoch: Number(epoch),
      epochEnd: Number(await own('epochEndTime', epoch)),
      hasVotedThisEpoch: await own('hasVotedThisEpoch', user),
      votes: [
        { vault, weight: await own('getUserVoteWeightAtEpoch', epoch, user, vault), weightBps: 7500 },
        { vault: vault2, weight: await own('getUserVoteWeightAtEpoch', epoch, user, vault2), weightBps: 2500 },
      ],
      castWeight: coins(100_000n),
      votingPower: coins(100_000n),
      utility: { address: veUtility, ve33: coins(100_000n) },
      lock: { powerAtEpochEnd },
    })
    expect(BigInt(data.lock.powerAtEpochEnd ?? 0)).toBeGreaterThan(BigInt(coins(100_000n)))
    expect(readsOf(at.proxy, 'eth_call', user)).toBe(1)
  })

  it('has no votes, no power, and says why, for who never locked', async () => {
    await at.intoNextEpoch(DAY)
    expect(await read('stranger')).toMatchObject({
      hasVotedThisEpoch: false,
      votes: [],
      castWeight: '0',
      votingPower: '0',
      lock: { start: '0', end: '0', powerAtEpochEnd: '0' },
      canVote: false,
      reasons: [{ code: 'no_voting_power', until: null }],
    })
    expect(await revertOf(vote('stranger'))).toBe('NoVotingPower')
  })

  it('shares of votes are rounded down, and the weights add up to the power', async () => {
    await at.intoNextEpoch(DAY)
    await at.gauge('voter', 'vote', [
      [at.contracts.vault, at.contracts.vault2],
      [1, 2],
    ])
    const { votes, castWeight } = await read('voter')
    expect(votes.map(({ weightBps }) => weightBps)).toEqual([3333, 6666])
    expect(String(votes.reduce((sum, { weight }) => sum + BigInt(weight), 0n))).toBe(castWeight)
  })

  it('power is what the lock still has at the epoch’s end where more than that was claimed', async () => {
    await at.intoNextEpoch(DAY)
    await at.lock('bidder', 146_000n, 52 * WEEK)
    await at.setTime((await at.now()) + 7 * DAY)
    const data = await read('bidder')
    // amount * (end - epochEnd) / 126144000
    const left = BigInt(data.lock.end) - BigInt(data.epochEnd)
    expect(data.votingPower).toBe(String((146_000n * 10n ** 18n * left) / 126_144_000n))
    expect(BigInt(data.utility?.ve33 ?? 0)).toBeGreaterThan(BigInt(data.votingPower ?? 0))
    await vote('bidder')
    expect((await read('bidder')).castWeight).toBe(data.votingPower)
  })
})

describe('an emergency reset', () => {
  it('leaves no votes, though getUserVotes still returns them, until the user votes again', async () => {
    await at.intoNextEpoch(DAY)
    await vote('voter')
    expect((await read('voter')).votes).toHaveLength(1)
    await at.gauge('owner', 'emergencyReset')
    const data = await read('voter')
    expect(await at.at(data.asOf.blockNumber, 'getUserVotes', addressOf('voter'))).toEqual([
      [at.contracts.vault],
      [coins(100_000n)],
    ])
    expect(data).toMatchObject({ hasVotedThisEpoch: false, votes: [], castWeight: '0', canVote: true })
    await at.gauge('voter', 'vote', [[at.contracts.vault2], [5]])
    expect(await read('voter')).toMatchObject({
      hasVotedThisEpoch: true,
      votes: [{ vault: at.contracts.vault2, weight: coins(100_000n), weightBps: 10_000 }],
    })
  })
})

/** The answer must match the behaviour of the gauge itself. */
describe('canVote', () => {
  it('is true for a claimed, seasoned lock in an open epoch', async () => {
    await at.intoNextEpoch(DAY)
    expect(await read('voter')).toMatchObject({ canVote: true, reasons: [] })
    await vote('voter')
  })

  it('ends an hour before the epoch does, and comes back with the next', async () => {
    await at.intoNextEpoch(WEEK - HOUR)
    const data = await read('voter')
    expect(data).toMatchObject({ canVote: false, reasons: [{ code: 'vote_frozen', until: data.epochEnd }] })
    expect(await revertOf(vote('voter'))).toBe('VoteFreezeWindow')
    await at.setTime(data.epochEnd)
    expect(await read('voter')).toMatchObject({ canVote: true, votes: [], hasVotedThisEpoch: false })
    await vote('voter')
  })

  it('requires the lock to be seven days old since it was last extended or increased', async () => {
    await at.intoNextEpoch(DAY)
    await at.escrow('voter', 'increaseLock', [1n])
    const changed = await at.now()
    const until = changed + 7 * DAY
    expect(await read('voter')).toMatchObject({ canVote: false, reasons: [{ code: 'lock_too_recent', until }] })
    expect(await revertOf(vote('voter'))).toBe('LockTooRecent')
    await at.setTime(until - 1)
    expect(codesOf(await read('voter'))).toEqual(['lock_too_recent'])
    await at.setTime(until)
    expect(await read('voter')).toMatchObject({ canVote: true })
    await vote('voter')
  })

  it('requires utility to be claimed', async () => {
    await at.intoNextEpoch(DAY)
    const shares = at.chain.at('ShareToken', at.contracts.shareToken)
    await at.chain.send('bidder', shares, 'approve', [at.contracts.veToken, 10n ** 21n])
    await at.escrow('bidder', 'lock', [shares.address, 10n ** 21n, 20 * WEEK])
    await at.setTime((await at.now()) + 7 * DAY)
    const data = await read('bidder')
    expect(codesOf(data)).toEqual(['utility_not_claimed'])
    expect(data).toMatchObject({ votingPower: '0', utility: { ve33: '0' } })
    expect(BigInt(data.utility?.freeCapacity ?? 0)).toBeGreaterThan(0n)
    expect(await revertOf(vote('bidder'))).toBe('NoVotingPower')
    await at.utility('bidder', 'claimAllOutstanding')
    expect((await read('bidder')).canVote).toBe(true)
    await vote('bidder')
  })

  it('is false for a lock that has ended, and for one that ends with the epoch', async () => {
    await at.intoNextEpoch(DAY)
    expect(codesOf(await read('borrower'))).toEqual(['no_voting_power'])
    expect(await revertOf(vote('borrower'))).toBe('NoVotingPower')
    await at.lock('bidder', 1000n, 2 * WEEK)
    await at.setTime((await at.now()) + 7 * DAY)
    const data = await read('bidder')
    expect(Number(data.lock.end)).toBe(data.epochEnd)
    expect(data).toMatchObject({ votingPower: '0', canVote: false, reasons: [{ code: 'no_voting_power' }] })
    expect(await revertOf(vote('bidder'))).toBe('NoVotingPower')
  })

  it('is false before the first epoch, and without a utility contract', async () => {
    const owner = addressOf('owner')
    const fresh = await at.chain.deploy('GaugeVoting', [at.contracts.veToken, at.contracts.registry, owner])
    // The vote that is tried below is in a later block.
    await at.intoNextEpoch(-60)
    const { getGaugeUserVotes } = handlersWith(at, { gaugeVoting: fresh.address })
    const before = (await getGaugeUserVotes(addressOf('voter'))).data
    expect(before).toMatchObject({ votingPower: '0', utility: null, canVote: false })
    expect(before.reasons).toMatchObject([
      { code: 'voting_not_started', until: (await at.now()) + 60 },
      { code: 'utility_not_configured', until: null },
    ])
    expect(await revertOf(at.chain.send('voter', fresh, 'vote', [[at.contracts.vault], [1]]))).toBe('VotingNotStarted')
    await at.intoNextEpoch(0)
    expect(codesOf((await getGaugeUserVotes(addressOf('voter'))).data)).toEqual(['utility_not_configured'])
    expect(await revertOf(at.chain.send('voter', fresh, 'vote', [[at.contracts.vault], [1]]))).toBe(
      'UtilityNotConfigured',
    )
  })

  it('gives all reasons at once', async () => {
    await at.escrow('voter', 'increaseLock', [1n])
    await at.intoNextEpoch(-1)
    expect(codesOf(await read('voter'))).toEqual(['vote_frozen', 'lock_too_recent'])
  })
})

describe('errors', () => {
  it('503 role_not_configured without a gauge, and if the configured contract is another one', async () => {
    for (const gaugeVoting of [undefined, at.contracts.shareToken, addressOf('stranger')]) {
      const answer = handlersWith(at, { gaugeVoting }).getGaugeUserVotes(addressOf('voter'))
      expect((await refusal(answer)).code).toBe('role_not_configured')
    }
  })

  it('what a utility contract that does not answer allows is unknown, not nothing', async () => {
    await at.intoNextEpoch(DAY)
    await at.chain.setCode(at.contracts.veUtility, '0x60006000fd')
    expect(await read('voter')).toMatchObject({
      utilityRule: 'set',
      utility: null,
      votingPower: null,
      canVote: null,
      reasons: [],
    })
    expect(await read('stranger')).toMatchObject({ canVote: false, reasons: [{ code: 'no_voting_power' }] })
  })
})

describe('older generations', () => {
  it('a gauge without utility() caps no votes: all that is left of the lock counts', async () => {
    await at.intoNextEpoch(DAY)
    const older = await deployAltered(at.net.rpcUrl, at.contracts.gaugeVoting, ['utility()'])
    const { data, asOf } = await handlersWith(at, { gaugeVoting: older }).getGaugeUserVotes(addressOf('voter'))
    const left = await at.powerAt(asOf?.blockNumber ?? '', addressOf('voter'), data.epochEnd)
    expect(BigInt(String(left))).toBeGreaterThan(0n)
    expect(data).toMatchObject({ utilityRule: 'none', utility: null, votingPower: left, canVote: true, reasons: [] })
  })

  it('power at an unknown time is unknown', async () => {
    await at.intoNextEpoch(DAY)
    const older = await deployAltered(at.net.rpcUrl, at.contracts.gaugeVoting, [
      'epochStartTime(uint256)',
      'epochEndTime(uint256)',
    ])
    const { getGaugeUserVotes } = handlersWith(at, { gaugeVoting: older })
    const { data } = await getGaugeUserVotes(addressOf('voter'))
    expect(data).toMatchObject({
      epochEnd: (await read('voter')).epochEnd,
      votingPower: null,
      lock: { powerAtEpochEnd: null },
      canVote: null,
    })
  })
})
