import { Contract, JsonRpcProvider } from 'ethers'
import { pad, parseUnits, toHex } from 'viem'
import { getBlock } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf } from '../../localnet/world/accounts.ts'
import { deployVaultParts } from '../../localnet/world/deployLane.ts'
import type { Contract as Deployed } from '../../localnet/world/openChain.ts'
import { LotteryCreator } from '../../schema/lottery/reads.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { restorePoint } from '../support/restorePoint.ts'
import { useNet } from '../support/useNet.ts'

let provider: JsonRpcProvider
const net = useNet(() => startLotteryNet())
beforeAll(async () => {
  provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
})
afterAll(() => provider.destroy())
beforeEach(async () => {
  net.proxy.reset()
  return restorePoint(net.rpcUrl)
})

const read = (coin: string, query = '') => net.data(`/v1/lottery/creator/${coin}${query}`, LotteryCreator)

/** Reads by another library at the block of an answer. */
async function call(target: string, signature: string, args: readonly unknown[], blockTag: number) {
  const name = signature.slice(0, signature.indexOf('('))
  const contract = new Contract(target, [`function ${signature}`], provider)
  return contract.getFunction(name).staticCall(...args, { blockTag })
}

describe('happy', () => {
  test('answers entries, wins, jackpot and its worth as the contracts do, in one upstream request', async () => {
    const { contracts } = net.world
    const answer = await read(contracts.creatorCoin)
    expect(net.requestsWith('eth_call').filter((request) => isAbout(request, contracts.gaugeVoting))).toHaveLength(1)
    const at = Number(answer.asOf.blockNumber)
    const [entries, winners, paid, reserve] = await call(
      contracts.lotteryManager,
      'getTokenLotteryStats(address) view returns (uint256, uint256, uint256, uint256)',
      [contracts.creatorCoin],
      at,
    )
    const assets = await call(contracts.shareToken, 'convertToAssets(uint256) view returns (uint256)', [reserve], at)
    const [price, timestamp] = await call(contracts.oracle, 'getAssetPrice() view returns (int256, uint256)', [], at)
    const boost = await call(
      contracts.gaugeVoting,
      'getVaultProbabilityBoostPPM(address) view returns (uint256)',
      [contracts.vault],
      at,
    )
    const usd = (BigInt(assets) * BigInt(price)) / 10n ** 30n
    expect(answer).toMatchObject({
      entries: String(entries),
      winners: String(winners),
      rewardsPaid: String(paid),
      jackpotBalanceShares: String(reserve),
      jackpotAssets: String(assets),
      isActive: true,
      vault: contracts.vault,
      shareToken: contracts.shareToken,
      gaugeBoostPPM: String(boost),
      oracle: { address: contracts.oracle, priceTimestamp: Number(timestamp), isFresh: true, maxAgeSeconds: 7200 },
    })
    expect(Number(answer.jackpotUsd)).toBe(Number(usd) / 1e6)
    expect([Number(entries), Number(winners)]).toEqual([5, 3])
  })

  test('takes a share token for a thousand vault shares: the jackpot is worth what its holder could redeem', async () => {
    const { contracts } = net.world
    const { jackpotBalanceShares, jackpotAssets, asOf } = await read(contracts.creatorCoin)
    const at = Number(asOf.blockNumber)
    const convert = 'convertToAssets(uint256) view returns (uint256)'
    const redeemed = await call(contracts.vault, convert, [BigInt(jackpotBalanceShares) * 1000n], at)
    const mistaken = await call(contracts.vault, convert, [BigInt(jackpotBalanceShares)], at)
    expect(jackpotAssets).toBe(String(redeemed))
    expect(BigInt(jackpotAssets ?? 0) / BigInt(mistaken)).toBeGreaterThanOrEqual(999n)
  })

  test('caps what a win pays at 750 USD: 0.3 % of a ticket, over its chance', async () => {
    const { coin } = await deployRichLane()
    const answer = await read(coin)
    // 1 000 000 shares at 3 USD; a win may take 69 %.
    expect(answer).toMatchObject({ jackpotUsd: '3000000', payableUsd: '750', payoutCapUsd: '750' })
  })
})

describe('edges', () => {
  test('a coin of 6 decimals is priced by them', async () => {
    const coin = await net.chain.deploy('Usdc', [addressOf('owner')])
    const amount = parseUnits('1000000', 6)
    await net.chain.send('owner', coin, 'mint', [addressOf('owner'), amount])
    await openRichLane(coin, amount)
    expect(await read(coin.address)).toMatchObject({
      coinDecimals: 6,
      jackpotBalanceShares: '1000000000000',
      jackpotAssets: '1000000000000',
      jackpotUsd: '3000000',
    })
  })

  test('a lane without shares or price has a jackpot of zero and no USD', async () => {
    expect(await read(net.world.contracts.creatorCoin2)).toMatchObject({
      entries: '0',
      jackpotBalanceShares: '0',
      jackpotAssets: '0',
      jackpotUsd: null,
      payableUsd: null,
      oracle: { priceUsd: null, priceTimestamp: null, isFresh: false },
    })
  })

  test('an old price is answered, and not counted, from the second on that the manager refuses it', async () => {
    const { coin, oracle } = await deployRichLane()
    const posted = await net.chain.send('owner', oracle, 'setPrice', [parseUnits('3', 18)])
    const { timestamp: seconds } = await getBlock(net.chain.client, { blockHash: posted.blockHash })
    const timestamp = Number(seconds)
    await net.chain.setTime(timestamp + 7200)
    await net.node.mine({ blocks: 1 })
    expect(await read(coin)).toMatchObject({ jackpotUsd: '3000000', oracle: { isFresh: true } })
    await net.chain.setTime(timestamp + 7201)
    await net.node.mine({ blocks: 1 })
    expect(await read(coin)).toMatchObject({
      jackpotUsd: null,
      payableUsd: null,
      oracle: { isFresh: false, priceUsd: '3', priceTimestamp: timestamp },
    })
  })

  test('amounts beyond 2^53 are exact', async () => {
    const { coin } = await deployRichLane()
    const { jackpotBalanceShares } = await read(coin)
    expect(jackpotBalanceShares).toBe('1000000000000000000000000')
  })

  test('a coin that was switched off says so', async () => {
    await net.chain.send('owner', net.contract('registry'), 'setTokenActive', [net.world.contracts.creatorCoin, false])
    expect((await read(net.world.contracts.creatorCoin)).isActive).toBe(false)
  })
})

describe('error', () => {
  test('an address that is not a creator coin is 404', async () => {
    for (const address of [net.world.contracts.usdc, addressOf('stranger')]) {
      const response = await net.get(`/v1/lottery/creator/${address}`)
      expect([response.status, response.headers.get('x-error-code')]).toEqual([404, 'not_a_creator_coin'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })
})

const isAbout = (request: unknown, address: string) =>
  JSON.stringify(request).toLowerCase().includes(address.slice(2).toLowerCase())

/** A lane whose jackpot is 1 000 000 share tokens, each worth one coin of 3 USD. */
async function deployRichLane() {
  const supply = parseUnits('1000000', 18)
  const coin = await net.chain.deploy('CreatorCoin', ['Rich', 'RICH', '', supply, addressOf('owner')])
  return { coin: coin.address, oracle: await openRichLane(coin, supply) }
}

async function openRichLane(coin: Deployed, supply: bigint): Promise<Deployed> {
  const { chain } = net
  const owner = addressOf('owner')
  const oracle = await chain.deploy('Oracle', [owner])
  await chain.send('owner', oracle, 'setPrice', [parseUnits('3', 18)])
  const parts = await deployVaultParts(chain, { coin: coin.address, oracle: oracle.address, symbol: 'RICH' })
  const { vault, wrapper, shareToken, gaugeController } = parts
  const roles = [coin, vault, shareToken, wrapper, oracle, gaugeController].map(({ address }) => address)
  await chain.send('owner', net.contract('registry'), 'registerToken', [...roles, 0])
  await chain.send('owner', coin, 'approve', [vault.address, supply])
  await chain.send('owner', vault, 'deposit', [supply, owner])
  await chain.send('owner', vault, 'approve', [wrapper.address, supply * 1000n])
  await chain.send('owner', wrapper, 'wrap', [supply * 1000n])
  await chain.send('owner', shareToken, 'transfer', [gaugeController.address, supply])
  // The reserve, after the owner, the treasuries and the manager.
  await net.node.setStorageAt({ address: gaugeController.address, index: 4, value: pad(toHex(supply)) })
  return oracle
}
