import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { GaugeUserVotes } from '../../../schema/gauge/index.ts'
import { startGaugeNet } from '../../gauge/startGaugeNet.ts'
import { build, builtOf, receiptHeaders, sendAll } from '../support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const DAY = 86_400

const at = useNet(() => startGaugeNet(['account', 'build']))
const agent = prepared(() => receiptHeaders(at.net))
beforeAll(async () => {
  await at.intoNextEpoch(DAY)
  const { vault, vault2 } = at.contracts
  await at.gauge('voter', 'vote', [
    [vault, vault2],
    [3, 1],
  ])
})
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const reset = (body: object | string = { from: addressOf('voter') }) =>
  build(at.net.api, 'gauge/resetVotes', agent, body)
const votesOfVoter = async () =>
  at.read(`user/${addressOf('voter')}?minBlock=${(await at.chain.latest()).number}`, GaugeUserVotes)

describe('happy', () => {
  it('builds a reset, which sent unchanged takes back the votes that it names', async () => {
    const { gaugeVoting, vault, vault2 } = at.contracts
    const built = builtOf(await reset())
    expect(built).toMatchObject({
      to: gaugeVoting,
      data: '0xb9830ff1',
      value: '0',
      function: 'resetVotes()',
      args: {},
      description: `Withdraw the sender's votes of the current epoch in the gauge ${gaugeVoting}. The sender reduces its votes for ${vault} by 75000 and reduces its votes for ${vault2} by 25000.`,
      votes: [
        { vault, weight: String(75_000n * 10n ** 18n) },
        { vault: vault2, weight: String(25_000n * 10n ** 18n) },
      ],
      approvals: [],
      issues: [],
      warnings: [],
      simulation: { status: 'ok' },
    })
    expect((await votesOfVoter()).epochEnd).toBe(built['epochEnd'])
    const [sent] = await sendAll(at.net, 'voter', built)
    expect(sent?.status).toBe('success')
    expect(await votesOfVoter()).toMatchObject({ hasVotedThisEpoch: false, votes: [], castWeight: '0' })
  })

  it.each(['', '{}', '[]', 'null'])('needs no body: %j', async (body) => {
    expect(builtOf(await reset(body))).toMatchObject({
      data: '0xb9830ff1',
      from: addressOf('agent'),
      votes: [],
      issues: [],
      simulation: { status: 'ok' },
    })
  })

  it('says that it changes nothing if there are no votes, and does not revert', async () => {
    const built = builtOf(await reset({ from: addressOf('stranger') }))
    expect(built.warnings).toEqual(['The sender has no votes in this epoch, so the call changes nothing.'])
    expect((await sendAll(at.net, 'stranger', built))[0]?.status).toBe('success')
  })

  it('works in the last hour of the epoch, and says that nothing can be cast again', async () => {
    await at.intoNextEpoch(-1800)
    const built = builtOf(await reset())
    expect(built).toMatchObject({ issues: [], simulation: { status: 'ok' } })
    expect(built.warnings.join(' ')).toContain('cannot be cast again')
    expect((await sendAll(at.net, 'voter', built))[0]?.status).toBe('success')
    expect((await votesOfVoter()).votes).toEqual([])
  })
})
