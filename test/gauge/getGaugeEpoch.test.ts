import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { GaugeEpoch } from '../../schema/gauge/index.ts'
import { refusal } from '../auth/support.ts'
import { handlersWith } from './handlersWith.ts'
import { HOUR, readsOf, startGaugeNet, WEEK } from './startGaugeNet.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startGaugeNet())
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const read = (query = '') => at.read(`epoch${query}`, GaugeEpoch)

describe('happy', () => {
  it('answers what the contract says at that block, in one upstream request', async () => {
    const data = await read()
    const { blockNumber, timestamp } = data.asOf
    const own = async (name: string, ...args: unknown[]) => Number(await at.at(blockNumber, name, ...args))
    const currentEpoch = await own('currentEpoch')
    expect(data).toMatchObject({
      chainId: 31337,
      asOf: { source: 'rpc' },
      gaugeVoting: at.contracts.gaugeVoting,
      currentEpoch,
      started: true,
      genesisEpochStart: await own('genesisEpochStart'),
      epochDurationSec: await own('EPOCH_DURATION'),
      epochStart: await own('epochStartTime', currentEpoch),
      epochEnd: await own('epochEndTime', currentEpoch),
      timeUntilNextEpochSec: await own('timeUntilNextEpoch'),
      voteFreezeWindowSec: await own('VOTE_FREEZE_WINDOW'),
      totalWeight: await at.at(blockNumber, 'getTotalWeight'),
      gaugeProbabilityBudgetBps: await own('getTotalGaugeProbabilityBps'),
      gaugeProbabilityBudgetPPM: await own('getTotalGaugeProbabilityPPM'),
      maxPerVaultPPM: await own('MAX_PER_VAULT_PPM'),
      maxVaultsPerVote: 10,
    })
    expect(data.epochStart).toBeLessThanOrEqual(timestamp)
    expect(data.epochEnd - timestamp).toBe(data.timeUntilNextEpochSec)
    expect(readsOf(at.proxy, 'eth_call', at.contracts.gaugeVoting)).toBe(1)
  })

  it('knows the budgets and bounds: 69420 millionths, 694 basis points, 35000 a vault, ten vaults, an hour', async () => {
    expect(await read()).toMatchObject({
      gaugeProbabilityBudgetPPM: 69_420,
      gaugeProbabilityBudgetBps: 694,
      maxPerVaultPPM: 35_000,
      maxVaultsPerVote: 10,
      voteFreezeWindowSec: 3600,
      epochDurationSec: WEEK,
    })
  })

  it('begins and ends epochs on Thursdays at 00:00 UTC', async () => {
    const { genesisEpochStart, epochStart, epochEnd } = await read()
    for (const time of [genesisEpochStart, epochStart, epochEnd]) {
      expect(new Date(time * 1000).toUTCString()).toMatch(/^Thu, .* 00:00:00 GMT$/)
    }
  })
})

describe('time', () => {
  it('says before the first epoch that none has begun, though its number is 0 then too', async () => {
    const { address } = await at.chain.deploy('GaugeVoting', [
      at.contracts.veToken,
      at.contracts.registry,
      addressOf('owner'),
    ])
    await at.intoNextEpoch(-1)
    const { getGaugeEpoch } = handlersWith(at, { gaugeVoting: address })
    const genesis = (await at.now()) + 1
    expect((await getGaugeEpoch()).data).toMatchObject({
      currentEpoch: 0,
      started: false,
      votingOpen: false,
      voteFrozen: false,
      genesisEpochStart: genesis,
      epochStart: genesis,
      epochEnd: genesis + WEEK,
      timeUntilNextEpochSec: WEEK + 1,
      totalWeight: '0',
    })
    await at.setTime(genesis)
    expect((await getGaugeEpoch()).data).toMatchObject({
      currentEpoch: 0,
      started: true,
      votingOpen: true,
      epochStart: genesis,
      timeUntilNextEpochSec: WEEK,
    })
  })

  it('is frozen from the hour before the end, to the second, and open again with the next epoch', async () => {
    const { currentEpoch } = await read()
    await at.intoNextEpoch(WEEK - HOUR - 1)
    const next = currentEpoch + 1
    expect(await read()).toMatchObject({ currentEpoch: next, voteFrozen: false, timeUntilNextEpochSec: HOUR + 1 })
    await at.setTime((await at.now()) + 1)
    expect(await read()).toMatchObject({
      currentEpoch: next,
      voteFrozen: true,
      votingOpen: false,
      timeUntilNextEpochSec: HOUR,
    })
    await at.intoNextEpoch(-1)
    expect(await read()).toMatchObject({ currentEpoch: next, voteFrozen: true, timeUntilNextEpochSec: 1 })
    await at.intoNextEpoch(0)
    expect(await read()).toMatchObject({
      currentEpoch: next + 1,
      voteFrozen: false,
      votingOpen: true,
      timeUntilNextEpochSec: WEEK,
      epochStart: await at.now(),
    })
  })

  it('the weight of an epoch ends with it', async () => {
    expect(BigInt((await read()).totalWeight ?? 0)).toBeGreaterThan(0n)
    await at.intoNextEpoch(0)
    expect((await read()).totalWeight).toBe('0')
  })
})

describe('errors', () => {
  it('503 role_not_configured without a gauge, and if the configured contract is another one', async () => {
    for (const gaugeVoting of [undefined, at.contracts.veToken, addressOf('stranger')])
      expect((await refusal(handlersWith(at, { gaugeVoting }).getGaugeEpoch())).code).toBe('role_not_configured')
  })

  it('503 for a block that the node does not have yet', async () => {
    const ahead = await at.ask('epoch?minBlock=99999999')
    expect([ahead.status, ahead.headers.get('x-error-code')]).toEqual([503, 'behind_requested_block'])
  })
})
