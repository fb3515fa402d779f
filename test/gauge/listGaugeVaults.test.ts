import { getAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { GaugeVaults } from '../../schema/gauge/index.ts'
import { refusal } from '../auth/support.ts'
import { handlersWith } from './handlersWith.ts'
import { deployAltered } from '../support/deployAltered.ts'
import { listVaults } from './listVaults.ts'
import { readsOf, startGaugeNet, WEEK } from './startGaugeNet.ts'
import { useNet } from '../support/useNet.ts'

const at = useNet(() => startGaugeNet())
beforeEach(async () => {
  at.proxy.reset()
  return at.snapshot()
})

const read = (query = '') => at.read(`vaults${query}`, GaugeVaults)
const coins = (amount: bigint) => String(amount * 10n ** 18n)
/** Into an epoch without votes, with hours to go. */
const intoFreshEpoch = () => at.intoNextEpoch(7200)

describe('happy', () => {
  it('answers the weights that the contract has at that block, with the names of vault and coin', async () => {
    const data = await read()
    const { vault, vault2, creatorCoin, creatorCoin2, gaugeVoting } = at.contracts
    const own = (name: string, ...args: unknown[]) => at.at(data.asOf.blockNumber, name, ...args)
    const figures = async (address: string) => ({
      vault: address,
      weight: await own('getVaultWeight', address),
      weightBps: Number(await own('getVaultWeightBps', address)),
      gaugeBoostPPM: Number(await own('getVaultProbabilityBoostPPM', address)),
    })
    expect(data).toEqual({
      chainId: 31337,
      asOf: expect.objectContaining({ source: 'rpc', chainId: 31337 }),
      gaugeVoting,
      currentEpoch: Number(await own('currentEpoch')),
      source: 'surface',
      totalWeight: await own('getTotalWeight'),
      unlistedWeight: '0',
      truncated: false,
      vaults: [
        { ...(await figures(vault)), symbol: '▢AURORA', name: '▢AURORA', coin: creatorCoin, coinSymbol: 'AURORA' },
        { ...(await figures(vault2)), symbol: '▢FERRY', name: '▢FERRY', coin: creatorCoin2, coinSymbol: 'FERRY' },
      ],
    })
    expect(readsOf(at.proxy, 'eth_call', gaugeVoting)).toBe(1)
  })

  it('caps a vault at 35000 millionths and gives the others their part: 100000 coins of power, three to one', async () => {
    // 69420 * 3/4 = 52065, capped; 69420 * 1/4 = 17355.
    const { totalWeight, vaults } = await read()
    expect(totalWeight).toBe(coins(100_000n))
    expect(vaults.map(({ weight, weightBps, gaugeBoostPPM }) => [weight, weightBps, gaugeBoostPPM])).toEqual([
      [coins(75_000n), 7500, 35_000],
      [coins(25_000n), 2500, 17_355],
    ])
  })

  it('shows zero weights and no boost in an epoch without votes', async () => {
    await intoFreshEpoch()
    const { totalWeight, vaults } = await read()
    expect(totalWeight).toBe('0')
    expect(vaults.map(({ weight, weightBps, gaugeBoostPPM }) => [weight, weightBps, gaugeBoostPPM])).toEqual([
      ['0', 0, 0],
      ['0', 0, 0],
    ])
  })

  it('leaves out a vault that the registry no longer has, whose votes still count in the total', async () => {
    const registry = at.chain.at('Registry', at.contracts.registry)
    await at.chain.send('owner', registry, 'setTokenActive', [at.contracts.creatorCoin2, false])
    const { totalWeight, unlistedWeight, vaults } = await read()
    expect([totalWeight, unlistedWeight]).toEqual([coins(100_000n), coins(25_000n)])
    expect(vaults.map(({ vault, weightBps }) => [vault, weightBps])).toEqual([[at.contracts.vault, 7500]])
  })

  it('reads 64 vaults in one upstream request, and says when there are more', async () => {
    const added = await listVaults(at.net.rpcUrl, at.net.world, 64)
    at.proxy.reset()
    const full = await read()
    expect(readsOf(at.proxy, 'eth_call', at.contracts.gaugeVoting)).toBe(1)
    expect(full.truncated).toBe(false)
    expect(full.vaults).toHaveLength(64)
    expect(full.vaults.at(-1)).toMatchObject({ vault: added.at(-1), symbol: 'V61', coinSymbol: 'C61', weight: '0' })
    await listVaults(at.net.rpcUrl, at.net.world, 65)
    const over = await read()
    expect([over.vaults.length, over.truncated]).toEqual([64, true])
  })

  it('answers addresses with their checksums', async () => {
    for (const { vault, coin } of (await read()).vaults) {
      expect(getAddress(vault)).toBe(vault)
      expect(getAddress(coin ?? '')).toBe(coin)
    }
  })
})

describe('an older gauge, with a whitelist alone', () => {
  it('gives the same answer, in one upstream request', async () => {
    const gaugeVoting = await deployAltered(at.net.rpcUrl, at.contracts.gaugeVoting, ['getEligibleVaults()'])
    at.proxy.reset()
    const { data } = await handlersWith(at, { gaugeVoting }).listGaugeVaults()
    expect(readsOf(at.proxy, 'eth_call', gaugeVoting)).toBe(1)
    const { asOf: _, ...newer } = await read()
    expect(data).toEqual({ ...newer, gaugeVoting, source: 'whitelist' })
  })

  it('leaves out what canReceiveVotes refuses, though it is on the list', async () => {
    const registry = at.chain.at('Registry', at.contracts.registry)
    await at.chain.send('owner', registry, 'setTokenActive', [at.contracts.creatorCoin, false])
    const gaugeVoting = await deployAltered(at.net.rpcUrl, at.contracts.gaugeVoting, ['getEligibleVaults()'])
    const { data } = await handlersWith(at, { gaugeVoting }).listGaugeVaults()
    expect(data.vaults.map(({ vault }) => vault)).toEqual([at.contracts.vault2])
    expect(data.unlistedWeight).toBe(coins(75_000n))
  })
})

it('a weight that does not answer is unknown, and so is what the others leave', async () => {
  const gaugeVoting = await deployAltered(at.net.rpcUrl, at.contracts.gaugeVoting, ['getVaultWeight(address)'])
  const { data } = await handlersWith(at, { gaugeVoting }).listGaugeVaults()
  expect(data.vaults.map(({ weight, weightBps }) => [weight, weightBps])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(data.unlistedWeight).toBeNull()
})

describe('errors', () => {
  it('503 role_not_configured without a gauge, and if the configured contract is another one', async () => {
    for (const gaugeVoting of [undefined, at.contracts.veToken, addressOf('stranger')])
      expect((await refusal(handlersWith(at, { gaugeVoting }).listGaugeVaults())).code).toBe('role_not_configured')
  })

  it('a vault without code is listed without names', async () => {
    await at.chain.setCode(at.contracts.vault2, '0x')
    const { vaults } = await read()
    expect(vaults[1]).toMatchObject({
      vault: at.contracts.vault2,
      symbol: null,
      name: null,
      coin: null,
      coinSymbol: null,
      weight: coins(25_000n),
    })
  })
})

describe('time', () => {
  it('one voter’s power is divided exactly, what rounding leaves going to the first vault', async () => {
    await at.intoNextEpoch(WEEK + 7200)
    const power = 100_000n * 10n ** 18n
    await at.gauge('voter', 'vote', [
      [at.contracts.vault2, at.contracts.vault],
      [1, 2],
    ])
    const { vaults, totalWeight } = await read()
    expect(totalWeight).toBe(String(power))
    const second = (power * 2n) / 3n
    expect(vaults.map(({ weight }) => weight)).toEqual([String(second), String(power - second)])
    expect(vaults.map(({ weightBps }) => weightBps)).toEqual([6666, 3333])
  })
})
