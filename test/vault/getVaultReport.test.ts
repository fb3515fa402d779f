import { formatUnits } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { readerAt } from './readerAt.ts'
import { notPassed } from './report/reportFixture.ts'
import { startVaultNet, type Report } from './startVaultNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startVaultNet())
beforeEach(() => net.proxy.reset())

const uint = (name: string) => `${name}() view returns (uint256)`
const address = (name: string) => `${name}() view returns (address)`
const flag = (name: string) => `${name}() view returns (bool)`
const text = (name: string) => `${name}() view returns (string)`

async function metricsOf({ vault, asOf }: Report): Promise<Report['metrics']> {
  const read = readerAt(net.rpcUrl, asOf.blockNumber)
  const string = async (signature: string) => String(await read(vault, signature))
  const number = async (signature: string, target: string = vault) => Number(await read(target, signature))
  const snapshot = await read(
    vault,
    'liquiditySnapshot() view returns (tuple(uint256, uint256, uint256, uint256, uint256, uint256, uint256, uint256, tuple(address, bool, bool, uint256, uint256)[]))',
  )
  const parts = (Array.isArray(snapshot) ? snapshot : []).map(String)
  const at = (i: number) => parts[i] ?? ''
  const supply = await string(uint('totalSupply'))
  const price = supply === '0' ? null : await string(uint('pricePerShare'))
  return {
    assetDecimals: await number('decimals() view returns (uint8)', String(await read(vault, address('asset')))),
    shareDecimals: await number('decimals() view returns (uint8)'),
    totalAssets: await string(uint('totalAssets')),
    totalSupply: supply,
    pricePerShare: price,
    assetsPerShareToken: price === null ? null : formatUnits(BigInt(price) * 1000n, 18),
    coinBalance: await string(uint('coinBalance')),
    totalDebt: await string(uint('totalDebt')),
    totalStrategyWeight: await string(uint('totalStrategyWeight')),
    totalLockedShares: await string(uint('totalLockedShares')),
    totalQueuedWithdrawalShares: await string(uint('totalQueuedWithdrawalShares')),
    maxTotalSupply: await string(uint('maxTotalSupply')),
    paused: (await read(vault, flag('paused'))) === true,
    isShutdown: (await read(vault, flag('isShutdown'))) === true,
    vaultMode: (await number('vaultMode() view returns (uint8)')) === 0 ? 'normal' : 'suspect',
    performanceFeeBps: await number('performanceFee() view returns (uint16)'),
    managementFeeBps: await number('managementFee() view returns (uint16)'),
    whitelistEnabled: (await read(vault, flag('whitelistEnabled'))) === true,
    liquidity: {
      idleAssets: at(1),
      minIdleReserve: at(2),
      instantIdleAssets: at(3),
      instantIdleBps: at(4),
      queuedWithdrawalShares: at(5),
      lockedProfitShares: at(6),
      maxSyncWithdrawAssets: at(7),
    },
  }
}

describe('getVaultReport', () => {
  test('answers what the vault holds at its block, in one upstream request', async () => {
    const report = await net.report(net.world.contracts.vault)
    expect(net.readsOf(report.vault)).toBe(1)
    expect(report.metrics).toEqual(await metricsOf(report))
    expect(report).toMatchObject({ chainId: 31337, prelaunch: false, asOf: { chainId: 31337, source: 'rpc' } })
  })

  test('names every part of the lane as the contracts name it', async () => {
    const { context, asOf } = await net.report(net.world.contracts.vault)
    const { contracts } = net.world
    const read = readerAt(net.rpcUrl, asOf.blockNumber)
    const { vault, shareToken, wrapper, oracle, gaugeController, lendpoolStrategy, innerVault, lendpoolAuth } =
      contracts
    const [price, timestamp] = Object(await read(oracle, 'getAssetPrice() view returns (int256, uint256)'))
    expect(context).toMatchObject({
      vault,
      owner: await read(vault, address('owner')),
      vaultOwner: await read(vault, address('owner')),
      vaultName: await read(vault, text('name')),
      vaultSymbol: await read(vault, text('symbol')),
      creatorToken: contracts.creatorCoin,
      creatorSymbol: await read(contracts.creatorCoin, text('symbol')),
      creatorDecimals: 18,
      gaugeAddress: gaugeController,
      shareOFTAddress: shareToken,
      shareOftOwner: await read(shareToken, address('owner')),
      shareName: await read(shareToken, text('name')),
      shareSymbol: await read(shareToken, text('symbol')),
      shareVault: await read(shareToken, address('vault')),
      shareGaugeController: await read(shareToken, address('gaugeController')),
      shareMinterOk: await read(shareToken, 'isMinter(address) view returns (bool)', [wrapper]),
      wrapperAddress: wrapper,
      wrapperOwner: await read(wrapper, address('owner')),
      wrapperWhitelisted: await read(vault, 'whitelist(address) view returns (bool)', [wrapper]),
      oracleAddress: oracle,
      oracleOwner: await read(oracle, address('owner')),
      oraclePriceUsd: formatUnits(BigInt(price), 18),
      oraclePriceTimestamp: timestamp,
      oracleV3PoolConfigured: true,
      oracleV3Pool: contracts.v3Pool,
      creatorTreasury: await read(gaugeController, address('creatorTreasury')),
      protocolTreasury: await read(gaugeController, address('protocolTreasury')),
      lendpoolAdapterAddress: lendpoolStrategy,
      lendpoolAdapterOwner: await read(lendpoolStrategy, address('owner')),
      lendpoolInnerVaultAddress: innerVault,
      lendpoolAuthAddress: lendpoolAuth,
      lendpoolAuthAdmin: await read(lendpoolAuth, address('admin')),
      lendpoolBufferRatioBps: await read(lendpoolAuth, uint('bufferRatio')),
      lendpoolMinBucketIndex: await read(lendpoolAuth, uint('minBucketIndex')),
      lendpoolPaused: false,
      svmStrategyAddress: null,
      strategies: [
        { address: lendpoolStrategy, weight: '6000', kind: 'lendpool', label: 'Strategy 1: lending pool' },
        { address: contracts.lpStrategy, weight: '4000', kind: 'lpstrat', label: 'Strategy 2: liquidity' },
      ],
    })
  })

  test('prices the coin from its pool: exactly now, and by the mean of half an hour', async () => {
    const { context, asOf } = await net.report(net.world.contracts.vault)
    const { v3Pool, creatorCoin, usdc, oracle } = net.world.contracts
    const read = readerAt(net.rpcUrl, asOf.blockNumber)
    const slot0 = Object(
      await read(v3Pool, 'slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)'),
    )
    const [cumulative] = Object(await read(v3Pool, 'observe(uint32[]) view returns (int56[], uint160[])', [[1800, 0]]))
    const twapTick = Math.floor((Number(cumulative[1]) - Number(cumulative[0])) / 1800)
    expect(context).toMatchObject({
      v3PoolAddress: v3Pool,
      v3SqrtPriceX96: slot0[0],
      v3SpotTick: slot0[1],
      v3TwapTick: String(twapTick),
      v3TwapSeconds: 1800,
      v3ObservationCardinality: slot0[3],
      v3ObservationCardinalityNext: slot0[4],
      lendpoolOracleBucketIndex: await read(oracle, 'getAjnaBucketFromV3TWAP(uint32) view returns (uint256)', [1800]),
      lendpoolLtvBps: 7000,
    })
    const usd = (token1PerToken0: number) =>
      (creatorCoin.toLowerCase() < usdc.toLowerCase() ? token1PerToken0 : 1 / token1PerToken0) * 1e12
    expect(Number(context.v3SpotUsdPerCreator) / usd((Number(slot0[0]) / 2 ** 96) ** 2)).toBeCloseTo(1, 12)
    expect(Number(context.v3TwapUsdPerCreator) / usd(1.0001 ** twapTick)).toBeCloseTo(1, 9)
    const coinsPerDollar = 0.7 / Number(context.v3TwapUsdPerCreator)
    const bucket = 4156 - Math.floor(Math.log(coinsPerDollar) / Math.log(1.0001) / 50)
    expect(Math.abs(Number(context.lendpoolSuggestedBucketIndex) - bucket)).toBeLessThanOrEqual(1)
  })

  test('checks the lane in four sections', async () => {
    const { sections } = await net.report(net.world.contracts.vault)
    expect(sections.map(({ id, checks }) => [id, ...checks.map((check) => check.id)])).toEqual([
      ['core', 'vault', 'owner', 'creatorToken', 'gauge', 'shareOFT', 'wrapper', 'oracle'],
      [
        'wiring',
        'gauge-vault',
        'gauge-coin',
        'share-vault',
        'share-gauge',
        'wrapper-vault',
        'wrapper-coin',
        'wrapper-share',
        'share-minter',
        'vault-whitelist',
      ],
      [
        'pricing',
        'v3-pool',
        'v3-price',
        'v3-oracle-capacity',
        'lendpool-bucket-suggested',
        'oracle-v3',
        'lendpool-bucket-match',
      ],
      ['strategies', 'strategy-count', 'strategy-0', 'strategy-1'],
    ])
    expect(sections.flatMap(notPassed)).toEqual([
      'vault-whitelist info',
      'lendpool-bucket-suggested info',
      'lendpool-bucket-match warn',
      'strategy-count info',
    ])
  })
})

describe('getVaultReport of vaults in other states', () => {
  test('a vault without a share has no price, and a demonstration is marked as such', async () => {
    const report = await net.report(net.world.contracts.vault2)
    expect(report.prelaunch).toBe(true)
    expect(report.metrics).toMatchObject({ totalSupply: '0', pricePerShare: null, assetsPerShareToken: null })
    expect(report.metrics).toEqual(await metricsOf(report))
    expect(report.context).toMatchObject({
      v3PoolAddress: null,
      v3SpotUsdPerCreator: null,
      lendpoolSuggestedBucketIndex: null,
      oraclePriceUsd: null,
      strategies: [],
    })
    expect(report.sections.at(-1)?.checks.map(({ id }) => id)).toEqual(['no-strategies'])
  })

  test('64 strategies are one upstream request still', async () => {
    const { vault } = await net.deployVault({ strategies: 64 })
    net.proxy.reset()
    const report = await net.report(vault)
    expect(net.readsOf(vault)).toBe(1)
    expect(report.metrics).toEqual(await metricsOf(report))
    expect(report.sections.at(-1)?.checks).toHaveLength(65)
    expect(report.context.strategies.map(({ kind }) => kind)).toEqual(
      Array.from({ length: 16 }, () => ['lendpool', 'lpstrat', 'svm', 'unknown']).flat(),
    )
    expect(report.context.svmDestination).toBe(`0x${'5a'.repeat(32)}`)
  })

  test('a paused, suspect and shut down vault says so', async () => {
    const { vault } = await net.deployVault({ strategies: 1, kinds: ['unknown'] })
    const book = net.chain.at('CreatorVault', vault)
    await net.send(book, 'setPaused', [true])
    await net.send(book, 'setVaultMode', [1])
    await net.send(book, 'shutdown')
    await net.send(book, 'setWhitelistEnabled', [true])
    const report = await net.report(vault)
    expect(report.metrics).toMatchObject({
      paused: true,
      isShutdown: true,
      vaultMode: 'suspect',
      whitelistEnabled: true,
    })
    expect(report.metrics).toEqual(await metricsOf(report))
    expect(report.sections.flatMap(notPassed)).toContain('vault-whitelist fail')
  })

  test('a vault that answers little is reported as far as it goes', async () => {
    const none = `0x${'0'.repeat(40)}`
    const { address: vault } = await net.chain.deploy('BareVault', [net.world.contracts.creatorCoin, none, 2n])
    const report = await net.report(vault)
    expect(report.metrics).toMatchObject({ totalAssets: null, pricePerShare: null, paused: null, liquidity: null })
    expect(report.context).toMatchObject({
      creatorSymbol: 'AURORA',
      vaultName: null,
      gaugeAddress: null,
      shareOFTAddress: null,
    })
    expect(report.context.v3SpotUsdPerCreator).not.toBeNull()
    expect(report.context.strategies).toEqual(
      Array(2).fill(expect.objectContaining({ address: null, kind: 'unknown' })),
    )
    expect(report.sections[0]?.checks.map(({ status }) => status)).toEqual([
      'pass',
      'warn',
      'pass',
      'fail',
      'fail',
      'fail',
      'warn',
    ])
  })

  test('a vault wired to the parts of another lane is faulted', async () => {
    const { contracts } = net.world
    const { address: vault } = await net.chain.deploy('BareVault', [
      contracts.creatorCoin,
      contracts.gaugeController2,
      0n,
    ])
    const { sections } = await net.report(vault)
    expect(sections.flatMap(notPassed)).toEqual(
      expect.arrayContaining([
        'gauge-vault fail',
        'gauge-coin fail',
        'share-vault fail',
        'wrapper-vault fail',
        'wrapper-coin fail',
      ]),
    )
    expect(sections[1]?.checks[0]?.details).toBe(`${contracts.vault2}, not ${vault}`)
  })

  test('a contract that takes any call and answers nothing is 404', async () => {
    const { address: sink } = await net.chain.deploy('Sink')
    const response = await net.ask(sink, 'report')
    expect([response.status, response.headers.get('x-error-code')]).toEqual([404, 'not_a_contract'])
  })
})

describe('getVaultReport over HTTP', () => {
  const vault = () => net.world.contracts.vault

  test('may be kept for two minutes, and is not when `t` is there', async () => {
    const kept = await net.ask(vault(), 'report')
    expect(kept.headers.get('cache-control')).toBe('public, s-maxage=120, stale-while-revalidate=240')
    const fresh = await net.ask(vault(), 'report', '&t=1')
    expect([fresh.status, fresh.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  test('a node that refuses the lens gives the same answer in more requests', async () => {
    const direct = await net.report(vault())
    net.proxy.mode = { refuse: ({ method, params: [call] }) => method === 'eth_call' && !('to' in Object(call)) }
    const roundabout = await net.report(vault())
    expect(net.readsOf(vault())).toBeGreaterThan(1)
    expect({ ...roundabout, asOf: null }).toEqual({ ...direct, asOf: null })
  })
})
