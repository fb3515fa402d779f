import { encodeAbiParameters, keccak256, maxUint256, numberToHex, type Address } from 'viem'
import { getCode } from 'viem/actions'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccountRole, addressOf } from '../../../localnet/world/accounts.ts'
import { buildGaugeVote } from '../../../functions/build/gauge/buildGaugeVote.ts'
import { GaugeUserVotes } from '../../../schema/gauge/index.ts'
import { refusal } from '../../auth/support.ts'
import { HOUR, startGaugeNet, WEEK } from '../../gauge/startGaugeNet.ts'
import { contextOver, given } from '../properties.ts'
import { build, type Built, builtOf, codesOf, revertOf, rpc, sendAll, sessionOf } from '../support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const DAY = 86_400
const coins = (amount: bigint) => amount * 10n ** 18n

let vault: Address
let vault2: Address

const at = useNet(() => startGaugeNet(['account', 'build']))
const voter = prepared(() => sessionOf(at.net, 'voter'))
beforeAll(async () => {
  ;({ vault, vault2 } = at.contracts)
  await at.intoNextEpoch(DAY)
})
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const vote = (body: object | string) =>
  build(at.net.api, 'gauge/vote', voter, typeof body === 'string' ? body : { vaults: [vault], weights: [1], ...body })
const from = (role: AccountRole) => ({ from: addressOf(role) })

/** The votes of an account as the API reads them, not older than what was mined last. */
const votesOf = async (role: AccountRole) =>
  at.read(`user/${addressOf(role)}?minBlock=${(await at.chain.latest()).number}`, GaugeUserVotes)

/** A new lock of 1000 share tokens, made `age` seconds ago, without a claim for votes. */
async function lockUnclaimed(role: AccountRole, age: number): Promise<void> {
  const shares = at.chain.at('ShareToken', at.contracts.shareToken)
  await at.chain.send(role, shares, 'approve', [at.contracts.veToken, coins(1000n)])
  await at.escrow(role, 'lock', [shares.address, coins(1000n), 52 * WEEK])
  await at.setTime((await at.now()) + age)
}

describe('happy', () => {
  it('builds a vote, which sent unchanged divides the power as foretold', async () => {
    const built = builtOf(await vote({ vaults: [vault, vault2], weights: ['3', 1] }))
    expect(built).toMatchObject({
      to: at.contracts.gaugeVoting,
      value: '0',
      function: 'vote(address[],uint256[])',
      args: { vaults: [vault, vault2], weights: ['3', '1'] },
      normalizedBps: [7500, 2500],
      votingPower: String(coins(100_000n)),
      expectedWeights: [String(coins(75_000n)), String(coins(25_000n))],
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      calls: { atomicRequired: false },
    })
    expect(built.description).toMatch(
      new RegExp(
        `^Divide .* ${at.contracts.gaugeVoting}: 75 % to .+ \\(${vault}\\), weight 3, 25 % to .*${vault2}.*weight 1\\. The sender raises its votes for ${vault} by 75000 and raises its votes for ${vault2} by 25000\\.$`,
      ),
    )
    const [sent] = await sendAll(at.net, 'voter', built)
    expect(sent?.status).toBe('success')
    expect(await votesOf('voter')).toMatchObject({
      epochEnd: built['epochEnd'],
      castWeight: built['votingPower'],
      votes: [
        { vault, weight: String(coins(75_000n)), weightBps: 7500 },
        { vault: vault2, weight: String(coins(25_000n)), weightBps: 2500 },
      ],
    })
  })

  it('adds the weights of a vault that is named twice, however its address is written, as the gauge does', async () => {
    const body = { vaults: [vault2.toLowerCase(), vault, vault2], weights: ['1', '1', '1'] }
    const built = builtOf(await vote(body))
    expect(built).toMatchObject({
      args: { vaults: [vault2, vault], weights: ['2', '1'] },
      normalizedBps: [6666, 3333],
      issues: [],
    })
    expect(built.warnings.join(' ')).toContain('appears more than once')
    await sendAll(at.net, 'voter', built)
    const merged = await votesOf('voter')
    expect(merged.votes.map(({ weight }) => weight)).toEqual(built['expectedWeights'])
    await at.gauge('voter', 'vote', [body.vaults, body.weights])
    expect((await votesOf('voter')).votes).toEqual(merged.votes)
  })

  it('puts the claim of voting power first where none was claimed', async () => {
    await lockUnclaimed('bidder', 7 * DAY)
    const built = builtOf(await vote(from('bidder')))
    const { veUtility, gaugeVoting } = at.contracts
    expect(built).toMatchObject({
      approvals: [{ to: veUtility, function: 'claimAllOutstanding()', args: {}, value: '0' }],
      issues: [],
      simulation: { status: 'ok' },
      calls: { atomicRequired: true, calls: [{ to: veUtility }, { to: gaugeVoting }] },
    })
    expect(built.approvals[0]?.description).toContain(veUtility)
    const sent = await sendAll(at.net, 'bidder', built)
    expect(sent.map(({ status }) => status)).toEqual(['success', 'success'])
    // At the end of the epoch the lock has less power than was claimed, whenever that was.
    expect(await votesOf('bidder')).toMatchObject({ castWeight: built['votingPower'], votes: [{ vault }] })
  })

  it('claims the rest that is free only on request, and says how much that is', async () => {
    const built = builtOf(await vote({}))
    expect(built.approvals).toEqual([])
    const free = (await votesOf('voter')).utility?.freeCapacity ?? '0'
    expect(Number(free)).toBeGreaterThan(1e18)
    expect(built.warnings.join(' ')).toMatch(/Free voting power of [0-9.]+ is not claimed .*claim "all"/)
    const all = builtOf(await vote({ claim: 'all' }))
    expect(all).toMatchObject({ approvals: [{ to: at.contracts.veUtility }], issues: [], simulation: { status: 'ok' } })
    expect(all.warnings.join(' ')).toContain('none is left for lottery boosts')
    await sendAll(at.net, 'voter', all)
    const { castWeight } = await votesOf('voter')
    expect(BigInt(castWeight)).toBeGreaterThan(coins(100_000n))
    // The power that is claimed falls from second to second.
    expect(Number(castWeight) / Number(all['votingPower'])).toBeCloseTo(1, 5)
  })

  it('says that it replaces earlier votes of the epoch, and does', async () => {
    await at.gauge('voter', 'vote', [[vault2], [1]])
    const built = builtOf(await vote({}))
    expect(built.warnings.join(' ')).toContain('replaces all earlier ones')
    await sendAll(at.net, 'voter', built)
    expect((await votesOf('voter')).votes).toMatchObject([{ vault, weightBps: 10_000 }])
  })

  it('warns of a freeze that is near', async () => {
    await at.intoNextEpoch(WEEK - HOUR - 300)
    const built = builtOf(await vote({}))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(built.warnings.join(' ')).toMatch(/Send the transaction before .*VoteFreezeWindow/)
  })
})

interface Foretold {
  readonly name: string
  readonly arrange?: () => Promise<unknown>
  readonly role?: AccountRole
  readonly body?: object
  readonly codes: readonly string[]
  readonly reverts: string
  /** Which of the calls reverts. */
  readonly call?: number
  readonly tells?: (issue: Built['issues'][number] | undefined) => void
}

const cases: Foretold[] = [
  {
    name: 'a vote before the first epoch',
    arrange: async () => {
      // The code of a gauge that was deployed now, with its immutable first Thursday, in place of the other's.
      const { veToken, registry, gaugeVoting } = at.contracts
      const fresh = await at.chain.deploy('GaugeVoting', [veToken, registry, addressOf('owner')])
      await at.chain.setCode(gaugeVoting, (await getCode(at.chain.client, fresh)) ?? '0x')
    },
    codes: ['voting_not_started'],
    reverts: 'VotingNotStarted',
  },
  {
    name: 'a vote in the last hour of the epoch',
    arrange: () => at.intoNextEpoch(-1800),
    codes: ['vote_frozen'],
    reverts: 'VoteFreezeWindow',
    tells: (issue) => {
      expect(Number(issue?.['secondsLeft'])).toBeGreaterThan(1700)
      expect(Number(issue?.['secondsLeft'])).toBeLessThanOrEqual(1800)
    },
  },
  {
    name: 'a vote of a lock that is not a week old',
    arrange: () => at.lock('bidder', 10n, 52 * WEEK),
    role: 'bidder',
    codes: ['lock_too_recent'],
    reverts: 'LockTooRecent',
    tells: (issue) => expect(Number(issue?.['secondsLeft'])).toBeGreaterThan(6 * DAY),
  },
  {
    name: 'a vote of a fresh lock, after the claim',
    arrange: () => lockUnclaimed('bidder', DAY),
    role: 'bidder',
    codes: ['lock_too_recent'],
    reverts: 'LockTooRecent',
    call: 1,
  },
  {
    name: 'a vote where the gauge has no utility contract',
    arrange: () => at.gauge('owner', 'setUtility', ['0x0000000000000000000000000000000000000000']),
    codes: ['utility_not_configured'],
    reverts: 'UtilityNotConfigured',
  },
  {
    name: 'a vote without the claim, where it is not wanted',
    arrange: () => lockUnclaimed('bidder', 7 * DAY),
    role: 'bidder',
    body: { claim: 'none' },
    codes: ['utility_not_claimed'],
    reverts: 'NoVotingPower',
  },
  {
    name: 'a vote of power that is all claimed for lottery boosts',
    arrange: async () => {
      await lockUnclaimed('bidder', 60)
      // In a week the lock's power decays below this claim, so that nothing is free.
      const free = await at.chain.read(at.chain.at('VeUtility', at.contracts.veUtility), 'freeCapacityOf', [
        addressOf('bidder'),
      ])
      await at.utility('bidder', 'claimVeLottery', [(BigInt(String(free)) * 999n) / 1000n])
      await at.setTime((await at.now()) + 7 * DAY)
    },
    role: 'bidder',
    codes: ['no_voting_power'],
    reverts: 'NoVotingPower',
  },
  { name: 'a vote without a lock', role: 'stranger', codes: ['no_voting_power'], reverts: 'NoVotingPower' },
  { name: 'a vote of an ended lock', role: 'borrower', codes: ['no_voting_power'], reverts: 'NoVotingPower' },
  {
    name: 'a vote of a lock that ends with the epoch',
    arrange: async () => {
      await at.lock('bidder', 1000n, 2 * WEEK)
      await at.setTime((await at.now()) + 7 * DAY)
    },
    role: 'bidder',
    codes: ['no_voting_power'],
    reverts: 'NoVotingPower',
  },
  {
    name: 'a vote of a lock that ends before the epoch',
    arrange: async () => {
      // The escrow lets locks end with a week only; this writes another end into its sixth slot, the mapping of locks.
      const slot = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [addressOf('voter'), 5n])
      const end = numberToHex((await at.now()) + DAY, { size: 32 })
      const location = numberToHex(BigInt(keccak256(slot)) + 1n, { size: 32 })
      await rpc(at.net.rpcUrl, 'anvil_setStorageAt', [at.contracts.veToken, location, end])
      await rpc(at.net.rpcUrl, 'evm_mine', [])
    },
    codes: ['lock_expires_before_epoch_end'],
    reverts: 'LockExpiresBeforeEpochEnd',
  },
  {
    name: 'a vote for a vault that was delisted',
    arrange: () => at.gauge('owner', 'setWhitelisted', [vault2, false]),
    body: { vaults: () => [vault, vault2], weights: [1, 1] },
    codes: ['vault_not_eligible'],
    reverts: 'VaultNotWhitelisted',
    tells: (issue) => expect(issue?.['vault']).toBe(vault2),
  },
  {
    name: 'a weight of which nothing is left',
    body: { vaults: () => [vault, vault2], weights: ['1', String(coins(200_000n))] },
    codes: ['weight_too_small'],
    reverts: 'NormalizedWeightZero',
    tells: (issue) => expect(issue?.['vault']).toBe(vault),
  },
  {
    name: 'a weight that the gauge cannot multiply',
    body: { weights: [String(2n ** 250n)] },
    codes: ['weights_too_large'],
    reverts: 'Panic',
  },
  {
    name: 'everything that is wrong, in the order of the gauge’s checks',
    arrange: async () => {
      await at.gauge('owner', 'setWhitelisted', [vault, false])
      await at.escrow('voter', 'increaseLock', [1n])
      await at.intoNextEpoch(-1800)
    },
    codes: ['vote_frozen', 'lock_too_recent', 'vault_not_eligible'],
    reverts: 'VoteFreezeWindow',
  },
]

describe('what only the chain knows', () => {
  it.each(cases)(
    'reports $name as an issue and by simulation; sent anyway, it reverts with that error',
    async ({ arrange, role = 'voter', body = {}, codes, reverts, call = 0, tells }) => {
      await arrange?.()
      const late = Object.entries(body).map(([key, value]) => [key, typeof value === 'function' ? value() : value])
      const built = builtOf(await vote({ ...from(role), ...Object.fromEntries(late) }))
      expect(codesOf(built)).toEqual(codes)
      expect(built.issues[0]?.reverts).toBe(reverts)
      tells?.(built.issues[0])
      expect(built.simulation).toMatchObject({ status: 'revert', error: { name: reverts, call } })
      const sent = (await sendAll(at.net, role, built))[call]
      expect(sent?.status).toBe('reverted')
      expect(sent && (await revertOf(at.net, sent.hash))).toBe(reverts)
    },
  )

  it('names the largest weight that the gauge can multiply, which is accepted', async () => {
    const refused = builtOf(await vote({ weights: [String(maxUint256)] }))
    const largest = String(refused.issues[0]?.['largestWeight'])
    const built = builtOf(await vote({ weights: [largest] }))
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect((await sendAll(at.net, 'voter', built))[0]?.status).toBe('success')
  })

  it.each(['creatorCoin', 'veToken'] as const)('refuses a %s as a vault, and an account', async (role) => {
    for (const address of [at.contracts[role], addressOf('stranger')]) {
      const answer = await vote({ vaults: [vault, address], weights: [1, 1] })
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(answer.json).toMatchObject({ error: expect.stringContaining(`vaults: ${address} is not a vault`) })
    }
  })
})

describe('what the body alone proves', () => {
  it.each<[string, object, RegExp]>([
    [
      'no vault',
      { vaults: [], weights: [] },
      /^invalid_request: vaults: must name 1 to 10 vaults; .*buildGaugeResetVotes/,
    ],
    [
      '11 vaults',
      { vaults: Array(11).fill(addressOf('agent')), weights: Array(11).fill(1) },
      /^invalid_request: vaults: .*1 to 10/,
    ],
    ['one vault that is no list', { vaults: addressOf('agent') }, /^invalid_request: vaults: must be a list/],
    [
      'the zero address',
      { vaults: [`0x${'0'.repeat(40)}`] },
      /^invalid_request: vaults\.0: must not be the zero address/,
    ],
    [
      'a weight short',
      { weights: [] },
      /^invalid_request: weights: must have one weight for each of the 1 vaults, but has 0/,
    ],
    [
      'a weight too many',
      { weights: [1, 2] },
      /^invalid_request: weights: must have one weight for each of the 1 vaults/,
    ],
    ['a weight of zero', { weights: ['0'] }, /^invalid_request: weights\.0: must be between 1 and 115792/],
    ['a weight of 257 bits', { weights: [String(2n ** 256n)] }, /^invalid_request: weights\.0: must be between/],
    [
      'weights that add up to 257 bits',
      { vaults: Array(2).fill(addressOf('agent')), weights: [String(maxUint256), '1'] },
      /^invalid_request: weights: must add up to at most 115792/,
    ],
    ['another claim', { claim: true }, /^invalid_request: claim: must be needed, all or none/],
  ])('refuses %s', async (_, body, error) => {
    const answer = await vote(body)
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(answer.json).toEqual({ success: false, error: expect.stringMatching(error) })
  })
})

describe('security', () => {
  it('a vault that has not launched, or its share token, gets no votes, with a node or without', async () => {
    const { contracts } = at
    const refused = async (target: Address, urls: string[]) =>
      refusal(
        buildGaugeVote(
          given({ vaults: [vault2, target], weights: [1n, 1n], claim: 'needed' as const }),
          contextOver({ urls, contracts, demoVaults: [vault] }),
        ),
      )
    for (const [target, urls] of [
      [vault, [at.proxy.url]],
      [contracts.shareToken, [at.proxy.url]],
      [vault, []],
    ] as const) {
      const { code, detail } = await refused(target, [...urls])
      expect(code).toBe('demo_vault')
      expect(detail).toContain(`vaults: ${target}`)
    }
  })
})
