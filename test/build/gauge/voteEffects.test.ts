import { getCode } from 'viem/actions'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AccountRole, addressOf } from '../../../localnet/world/accounts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { DAY, startGaugeNet, WEEK } from '../../gauge/startGaugeNet.ts'
import { prepared, useNet } from '../../support/useNet.ts'
import { expectMined } from '../minedEffects.ts'
import { build, builtOf, sessionOf } from '../support.ts'

const tokens = (amount: bigint) => String(amount * 10n ** 18n)

const at = useNet(() => startGaugeNet(['account', 'build']))
const voter = prepared(() => sessionOf(at.net, 'voter'))
beforeAll(() => at.intoNextEpoch(DAY))
beforeEach(() => at.snapshot())

const vote = async (role: AccountRole, body: object) =>
  builtOf(await build(at.net.api, 'gauge/vote', voter, { from: addressOf(role), ...body }))
const reset = async () => builtOf(await build(at.net.api, 'gauge/resetVotes', voter))
const mined = (role: AccountRole, built: Parameters<typeof expectMined>[3]) =>
  expectMined(at.net, at.chain, role, built)

/** A lock of 1000 share tokens that is old enough to vote, without a claim of its power. */
async function lockUnclaimed(role: AccountRole): Promise<void> {
  const shares = at.chain.at('ShareToken', at.contracts.shareToken)
  await at.chain.send(role, shares, 'approve', [at.contracts.veToken, tokens(1000n)])
  await at.escrow(role, 'lock', [shares.address, tokens(1000n), 52 * WEEK])
  await at.setTime((await at.now()) + 7 * DAY)
}
const later = async () => at.setTime((await at.now()) + DAY)

describe('a mined transaction changes what its build listed', () => {
  it('of a vote in place of another, to the unit, and of its withdrawal', async () => {
    const { vault, vault2, gaugeVoting } = at.contracts
    await at.gauge('voter', 'vote', [
      [vault, vault2],
      [3, 1],
    ])
    const built = await vote('voter', { vaults: [vault2], weights: [1] })
    expect(built.effects).toMatchObject([
      { kind: 'vote', contract: gaugeVoting, id: vault2, before: tokens(25_000n), delta: tokens(75_000n) },
      { kind: 'vote', id: vault, after: '0', delta: `-${tokens(75_000n)}`, certainty: 'certain', symbol: null },
    ])
    await later()
    expect(await mined('voter', built)).toEqual(['vote of sender: certain', 'vote of sender: certain'])
    const withdrawn = await reset()
    expect(withdrawn.effects).toMatchObject([{ id: vault2, delta: `-${tokens(100_000n)}` }])
    expect(await mined('voter', withdrawn)).toEqual(['vote of sender: certain'])
    expect((await reset()).effects).toEqual([])
  })

  it('of a vote after the first claim: power decays, but not below what the lock has when the epoch ends', async () => {
    await lockUnclaimed('bidder')
    const { vault, vault2 } = at.contracts
    const built = await vote('bidder', { vaults: [vault, vault2], weights: [1, 2] })
    expect(built.approvals).toHaveLength(1)
    await later()
    expect(await mined('bidder', built)).toEqual(['vote of sender: certain', 'vote of sender: certain'])
  })

  it('of a vote after a claim beside lottery boosts, which keep their part: within bounds', async () => {
    await lockUnclaimed('bidder')
    await at.utility('bidder', 'claimVeLottery', [tokens(100n)])
    const { vault, vault2 } = at.contracts
    const built = await vote('bidder', { vaults: [vault, vault2], weights: [1, 2] })
    expect(built.effects?.[0]).toMatchObject({ certainty: 'bounded', reason: expect.stringContaining('free to claim') })
    await later()
    expect(await mined('bidder', built)).toEqual(['vote of sender: bounded', 'vote of sender: bounded'])
  })
})

describe('votes that do not count', () => {
  it('are unknown, not those of the ballot that the owner of the gauge has voided', async () => {
    const { vault } = at.contracts
    await at.gauge('voter', 'vote', [[vault], [1]])
    await at.gauge('owner', 'emergencyReset')
    const { effects, issues } = await vote('voter', { vaults: [vault], weights: [1] })
    expect(issues).toEqual([])
    expect(effects).toMatchObject([{ id: vault, before: null, delta: null, certainty: 'unknown' }])
  })

  it('are unexpected if the gauge gives them to another vault', async () => {
    const { vault, vault2, gaugeVoting, veToken, veUtility } = at.contracts
    const artifacts = await compileSolidity({ sources: ['test/build/contracts/OddGauge.sol'] })
    const chain = await openChain({ rpcUrl: at.net.rpcUrl, artifacts })
    const odd = await chain.deploy('OddGauge', [veToken, veUtility, vault2])
    await chain.setCode(gaugeVoting, (await getCode(chain.client, odd)) ?? '0x')
    const { issues, simulation } = await vote('voter', { vaults: [vault], weights: [1] })
    expect(simulation.status).toBe('ok')
    expect(issues).toMatchObject([
      {
        code: 'unexpected_effect',
        message: expect.stringMatching(/^0x\w+ keeps its votes for 0x\w+; 100000 was expected$/),
      },
    ])
  })
})
