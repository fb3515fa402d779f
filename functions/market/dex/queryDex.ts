import type { Address } from 'viem'
import type { dex } from '../../../schema/market/dex.ts'
import { type Period, sumSwaps } from './sumSwaps.ts'
import { poolCalls, poolOf } from './poolCalls.ts'
import { readSwaps } from './readSwaps.ts'
import { tokenPoolCalls, tokenPoolsOf } from './tokenPools.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Input } from '../../../shared/http/handler.ts'
import type { MarketContext, MarketHandler } from '../context.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { sqrtPriceRatio } from '../../../shared/domain/dex/ticks.ts'
import { describePool, describeToken, wholePrice } from './describePool.ts'

type Body = Input<typeof dex.queryDex>['body']

const HOUR = 3600
const DAY = 86_400
/** Maximum number of summed swaps of a pool, of pools of a token, and of log requests for each of those pools. */
const MOST_SWAPS = 2000
const MOST_POOLS = 4
const REQUESTS_PER_POOL = 3

/**
 * Answers a named query about pools and tokens: state from the factory, pools and tokens, trading from the pools' Swap
 * events.
 *
 * Throws invalid_request without the token or pool that the query needs, not_a_pool, history_unavailable, role_not_configured,
 * and what reads of the chain throw.
 */
export const queryDex: MarketHandler<'queryDex'> = ({ body }, context) => {
  switch (body.operation) {
    case 'GetPoolSwaps':
      return poolSwaps(body, context)
    case 'GetPoolHourData':
      return poolPeriods(body, HOUR, context)
    case 'GetPoolDayData':
      return poolPeriods(body, DAY, context)
    case 'GetToken':
    case 'GetPoolsByToken':
      return tokenPools(body, context)
    case 'GetTokenDayData':
      return tokenDays(body, context)
  }
}

function required(field: 'token' | 'pool', { operation, ...body }: Body): Address {
  const address = body[field]
  if (address === undefined) throw new ApiError('invalid_request', `${field}: is required for ${operation}`)
  return address
}

async function readPool({ chain }: MarketContext, address: Address) {
  const factory = chain.role('dexFactory')
  const { value, asOf } = await chain.read((describe) => poolCalls(describe, factory, address))
  return { pool: poolOf(factory, address, value), asOf }
}

async function poolSwaps(body: Body, context: MarketContext) {
  const { pool, asOf } = await readPool(context, required('pool', body))
  const wanted = { pool: pool.address, asOf, limit: body.first }
  const { swaps, fromBlock, truncated } = await readSwaps(context.chain, wanted)
  const items = swaps.map(({ blockNumber, amount0, amount1, sqrtPriceX96, liquidity, ...swap }) => ({
    ...swap,
    blockNumber: String(blockNumber),
    amount0: String(amount0),
    amount1: String(amount1),
    sqrtPriceX96: String(sqrtPriceX96),
    price: wholePrice(pool, sqrtPriceRatio(sqrtPriceX96)),
    liquidity: String(liquidity),
  }))
  const { chainId } = asOf
  const { operation } = body
  const data = { chainId, operation, pool: describePool(pool), swaps: items, fromBlock: String(fromBlock), truncated }
  return { asOf, data }
}

async function poolPeriods(body: Body, seconds: number, context: MarketContext) {
  const { pool, asOf } = await readPool(context, required('pool', body))
  const wanted = { pool: pool.address, asOf, limit: MOST_SWAPS }
  const { swaps, fromBlock, truncated } = await readSwaps(context.chain, wanted)
  const all = sumSwaps(swaps, seconds)
  const isComplete = completeness({ seconds, now: asOf.timestamp, truncated, oldest: all.at(-1) })
  const periods = all.slice(0, body.first).map((period) => ({
    start: period.start,
    isComplete: isComplete(period),
    swaps: period.swaps,
    volume0: String(period.volume0),
    volume1: String(period.volume1),
    open: String(period.open),
    high: String(period.high),
    low: String(period.low),
    close: String(period.close),
    openPrice: wholePrice(pool, sqrtPriceRatio(period.open)),
    highPrice: wholePrice(pool, sqrtPriceRatio(period.high)),
    lowPrice: wholePrice(pool, sqrtPriceRatio(period.low)),
    closePrice: wholePrice(pool, sqrtPriceRatio(period.close)),
  }))
  const { chainId } = asOf
  const { operation } = body
  const isCut = truncated || all.length > periods.length
  return {
    asOf,
    data: { chainId, operation, pool: describePool(pool), periods, fromBlock: String(fromBlock), truncated: isCut },
  }
}

/** A period is complete once it has ended, if all of it was read. */
const completeness =
  ({
    seconds,
    now,
    truncated,
    oldest,
  }: {
    seconds: number
    now: number
    truncated: boolean
    oldest: Period | undefined
  }) =>
  ({ start }: Pick<Period, 'start'>): boolean =>
    start + seconds <= now && !(truncated && start === oldest?.start)

async function readToken({ chain }: MarketContext, address: Address) {
  const { value, asOf } = await chain.read((describe) => tokenPoolCalls(describe, chain, address))
  const { symbol, decimals, name, totalSupply } = value.token
  if (value.weth === null)
    throw new ApiError('role_not_configured', `dexRouter ${chain.role('dexRouter')} does not answer as SwapRouter02`)
  if (totalSupply === null)
    throw new ApiError('invalid_request', `token: ${address} does not answer as an ERC-20 token`)
  const token = {
    ...describeToken({ address, symbol, decimals }),
    name: plainTextOrNull(name, 64),
    totalSupply: decimal(totalSupply),
  }
  return { asOf, token, pools: tokenPoolsOf(chain.role('dexFactory'), address, value) }
}

async function tokenPools(body: Body, context: MarketContext) {
  const { asOf, token, pools } = await readToken(context, required('token', body))
  const { operation, first } = body
  const base = { chainId: asOf.chainId, operation, token }
  if (operation === 'GetToken') return { asOf, data: { ...base, truncated: false } }
  return {
    asOf,
    data: { ...base, pools: pools.slice(0, first).map(describePool), truncated: pools.length > first },
  }
}

async function tokenDays(body: Body, context: MarketContext) {
  const { token, pools, asOf } = await readToken(context, required('token', body))
  const summed = pools.slice(0, MOST_POOLS)
  const days = new Map<number, { swaps: number; volume: bigint }>()
  let [truncated, unread, fromBlock] = [pools.length > summed.length, 0, 0]
  for (const pool of summed) {
    const wanted = { pool: pool.address, asOf, limit: MOST_SWAPS, requests: REQUESTS_PER_POOL }
    const read = await readSwaps(context.chain, wanted)
    const isToken0 = pool.token0.address.toLowerCase() === token.address.toLowerCase()
    const own = sumSwaps(read.swaps, DAY)
    for (const { start, swaps, volume0, volume1 } of own) {
      const sum = days.get(start) ?? { swaps: 0, volume: 0n }
      days.set(start, { swaps: sum.swaps + swaps, volume: sum.volume + (isToken0 ? volume0 : volume1) })
    }
    truncated ||= read.truncated
    // A day is complete only if it was read for all pools.
    if (read.truncated) unread = Math.max(unread, own.at(-1)?.start ?? asOf.timestamp)
    fromBlock = Math.max(fromBlock, read.fromBlock)
  }
  const items = [...days]
    .toSorted(([a], [b]) => b - a)
    .map(([start, { swaps, volume }]) => ({
      start,
      isComplete: start + DAY <= asOf.timestamp && start > unread,
      swaps,
      volume: String(volume),
    }))
  return {
    asOf,
    data: {
      chainId: asOf.chainId,
      operation: body.operation,
      token,
      pools: summed.map(describePool),
      days: items.slice(0, body.first),
      fromBlock: String(fromBlock),
      truncated: truncated || items.length > body.first,
    },
  }
}
