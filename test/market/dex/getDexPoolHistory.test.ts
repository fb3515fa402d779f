import { createClient, http, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { envelope } from '../../../schema/common.ts'
import { DexPoolHistory } from '../../../schema/market/dexData.ts'
import { requestsWith, toAnswer } from '../../account/support.ts'
import { startMarketNet } from './support.ts'
import { useNet, useRpcProxy } from '../../support/useNet.ts'

const proxy = useRpcProxy()
const net = useNet(() => startMarketNet({ nodeUrl: proxy.nodeUrl }))

const history = async (query: Record<string, string>) =>
  toAnswer(await fetch(`${net.api}/dex/poolHistory?${new URLSearchParams(query)}`))

it('is what the pool’s own observations say, in one upstream request', async () => {
  const pool = net.world.contracts.v3Pool
  const query = { pool, interval: '86400', points: '3' }
  await expect.poll(async () => (await history(query)).status).toBe(200)
  proxy.reset()
  const { json } = await history({ ...query, points: '4' })
  expect(requestsWith(proxy, pool)).toBe(1)
  const { points, asOf, truncated } = z.parse(envelope(DexPoolHistory), json).data
  expect([points.length, truncated]).toEqual([4, false])
  const observed = await readContract(createClient({ transport: http(net.rpcUrl) }), {
    address: pool,
    abi: parseAbi(['function observe(uint32[]) view returns (int56[], uint160[])']),
    functionName: 'observe',
    args: [[86_400, 0]],
    blockNumber: BigInt(asOf.blockNumber),
  })
  const [before = 0n, after = 0n] = observed[0]
  expect(points[0]).toMatchObject({
    from: asOf.timestamp - 86_400,
    to: asOf.timestamp,
    meanTick: Math.floor(Number(after - before) / 86_400),
  })
  // A dollar buys some forty coins.
  const price = Number(points[0]?.price)
  expect(Math.max(price, 1 / price)).toBeGreaterThan(20)
  expect(Math.max(price, 1 / price)).toBeLessThan(80)
})

it('ends where the observations do', async () => {
  const { json } = await history({ pool: net.world.contracts.wethPool, interval: '86400', points: '48' })
  const { points, truncated } = z.parse(envelope(DexPoolHistory), json).data
  expect(truncated).toBe(true)
  expect(points.length).toBeLessThan(48)
})

it('refuses what is no pool of the factory, and what is out of bounds', async () => {
  const { usdc: pool, v3Pool } = net.world.contracts
  expect(await history({ pool })).toMatchObject({ status: 404, code: 'not_a_pool' })
  for (const wrong of [{ interval: '59' }, { interval: '86401' }, { points: '0' }, { points: '49' }])
    expect(await history({ pool: v3Pool, ...wrong })).toMatchObject({ status: 400, code: 'invalid_request' })
})
