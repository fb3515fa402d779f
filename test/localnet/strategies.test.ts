import { getAddress, zeroAddress } from 'viem'
import { getCode } from 'viem/actions'
import { describe, expect, test } from 'vitest'
import { type AccountRole, addressOf } from '../../localnet/world/accounts.ts'
import type { CompiledRole } from '../../localnet/world/contractRoles.ts'
import { revertOf, useWorld } from './useWorld.ts'

const at = useWorld()
const send = (role: AccountRole, to: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.send(role, at().contract(to), name, args)
const read = (from: CompiledRole, name: string, args: unknown[] = []) =>
  at().chain.read(at().contract(from), name, args)

describe('happy', () => {
  test('the lending side is wired: adapter, inner vault, pool, buffer and buckets', async () => {
    const { innerVault, lendpool, lendpoolAuth, creatorCoin, usdc } = at().world.contracts
    expect(await read('lendpoolStrategy', 'ERC4626_VAULT')).toBe(innerVault)
    expect(await read('lendpoolStrategy', 'idleBufferBps')).toBe(1000n)
    expect(await read('innerVault', 'AJNA_POOL')).toBe(lendpool)
    expect(await read('innerVault', 'AUTH')).toBe(lendpoolAuth)
    expect(await read('innerVault', 'getBuckets')).toEqual([3372n])
    expect(await read('lendpool', 'quoteTokenAddress')).toBe(creatorCoin)
    expect(await read('lendpool', 'collateralAddress')).toBe(usdc)
    expect(await read('lendpool', 'collateralScale')).toBe(10n ** 12n)
  })

  test('the LP vault holds real positions and the strategy says whether the price is in range', async () => {
    const liquidity = await read('v3Pool', 'liquidity')
    expect(BigInt(String(liquidity))).toBeGreaterThan(0n)
    const [inRange, tick, lower, upper] = Object(await read('lpStrategy', 'isCharmInRange'))
    expect(inRange).toBe(lower <= tick && tick < upper)
    expect(await read('lpVault', 'baseLower')).toBe(lower)
  })

  test('the LP setters write what the reads answer', async () => {
    await send('owner', 'lpStrategy', 'setParameters', [10, 100, 200, 500])
    expect(await read('lpStrategy', 'maxSwapPercent')).toBe(10n)
    expect(await read('lpStrategy', 'swapPoolFee')).toBe(500)
    await send('owner', 'lpStrategy', 'setSwapPool', [zeroAddress])
    expect(await read('lpStrategy', 'swapPool')).toBe(zeroAddress)
    await send('owner', 'lendpoolStrategy', 'setIdleBufferBps', [2500])
    expect(await read('lendpoolStrategy', 'idleBufferBps')).toBe(2500n)
    await send('admin', 'lendpoolAuth', 'setMinBucketIndex', [7388])
    expect(await read('lendpoolAuth', 'minBucketIndex')).toBe(7388n)
  })

  test('the oracle falls back to the pool when the posted price grows old', async () => {
    const [posted] = Object(await read('oracle', 'getAssetPrice'))
    await at().pass(3 * 3600)
    const [mean, time] = Object(await read('oracle', 'getAssetPrice'))
    expect(Number(time)).toBe(await at().now())
    expect(Math.abs(Number(mean) / Number(posted) - 1)).toBeLessThan(0.001)
    expect(await read('oracle2', 'getAssetPrice')).toEqual([0n, 0n])
  })
})

describe('error', () => {
  test('each setter names the value that it refuses', async () => {
    const { vault, lpVault } = at().world.contracts
    const set = (name: string, args: unknown[]) => revertOf(send('owner', 'lpStrategy', name, args))
    expect(await set('setParameters', [10_001, 0, 0, 3000])).toBe('MaxSwapPercentTooHigh')
    expect(await set('setParameters', [5, 2001, 0, 3000])).toBe('SlippageBpsTooHigh')
    expect(await set('setParameters', [5, 0, 2001, 3000])).toBe('SlippageBpsTooHigh')
    expect(await set('setSwapPool', [vault])).toBe('InvalidSwapPool')
    expect(await set('setSwapPool', [addressOf('stranger')])).toBe('InvalidSwapPool')
    expect(await set('setCharmVault', [lpVault])).toBe('CharmSharesOutstanding')
    expect(await revertOf(send('owner', 'lendpoolStrategy', 'setIdleBufferBps', [10_001]))).toBe('Invalid bps')
    expect(await revertOf(send('admin', 'lendpoolAuth', 'setMinBucketIndex', [7389]))).toBe('InvalidMinBucketIndex')
  })

  test('the newest strategy generation has neither a dex factory nor an automatic fee tier', async () => {
    const code = await getCode(at().chain.client, { address: at().world.contracts.lpStrategy })
    for (const selector of ['59b1707e', 'e08edf5b', '207c2d3e', '8897854f']) expect(code).not.toContain(`63${selector}`)
    for (const selector of ['bc6840f9', '70e0fbef', 'b4abdcc4', 'acec338a']) expect(code).toContain(`63${selector}`)
  })
})

describe('security', () => {
  test('only owner, admin, keeper and manager may set anything', async () => {
    const { innerVault } = at().world.contracts
    expect(await revertOf(send('stranger', 'lpStrategy', 'setActive', [false]))).toBe('OwnableUnauthorizedAccount')
    expect(await revertOf(send('owner', 'lendpoolAuth', 'setMinBucketIndex', [1]))).toBe('NotAuthorized')
    expect(await revertOf(send('stranger', 'innerVault', 'moveFromBuffer', [4000, 1n]))).toBe('NotAuthorized')
    expect(await revertOf(send('admin', 'innerVault', 'moveFromBuffer', [100, 1n]))).toBe('BucketBelowMinimum')
    expect(await revertOf(send('stranger', 'lpVault', 'rebalance'))).toBe('rebalanceDelegate')
    const buffer = at().chain.at('VaultBuffer', getAddress(String(await read('innerVault', 'BUFFER'))))
    expect(await at().chain.read(buffer, 'vault')).toBe(innerVault)
    expect(await revertOf(at().chain.send('stranger', buffer, 'release', [1n]))).toBe('OnlyVault')
  })
})
