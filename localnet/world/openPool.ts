import { type Address, getAddress, maxUint256 } from 'viem'
import type { AccountRole } from './accounts.ts'
import { addressOf } from './accounts.ts'
import type { Chain, Contract } from './openChain.ts'

/** A token and how much of it, in base units. */
export type Amount = { token: Contract; amount: bigint }

/** The fee tier of a pool unless another is named, in hundredths of a bip: 0.3 %. */
const poolFee = 3000

/** The fee tiers, in hundredths of a bip, and the last tick that each can use: a multiple of its spacing. */
const lastTicks = { 500: 887_270, 3000: 887_220, 10_000: 887_200 } as const
export type PoolFee = keyof typeof lastTicks

export type Dex = { factory: Contract; router: Contract }

export async function deployDex(chain: Chain): Promise<Dex> {
  const factory = await chain.deploy('UniswapV3Factory')
  return { factory, router: await chain.deploy('SwapRouter', [factory.address]) }
}

/**
 * Opens a pool of two tokens at the price that their amounts imply, fills it over the full range from `owner`'s
 * balance, and makes room for 64 price observations.
 */
export async function openPool(
  chain: Chain,
  dex: Dex,
  one: Amount,
  other: Amount,
  fee: PoolFee = poolFee,
): Promise<Contract> {
  const [low, high] = one.token.address.toLowerCase() < other.token.address.toLowerCase() ? [one, other] : [other, one]
  await chain.send('owner', dex.factory, 'createPool', [low.token.address, high.token.address, fee])
  const address = await chain.read(dex.factory, 'getPool', [low.token.address, high.token.address, fee])
  const pool = chain.at('UniswapV3Pool', getAddress(String(address)))
  await chain.send('owner', pool, 'initialize', [squareRoot((high.amount << 192n) / low.amount)])
  await chain.send('owner', pool, 'increaseObservationCardinalityNext', [64])
  for (const { token } of [low, high]) await chain.send('owner', token, 'approve', [dex.router.address, maxUint256])
  // With the widest possible range, liquidity is the geometric mean of the amounts; a little less always fits.
  const liquidity = (squareRoot(low.amount * high.amount) * 999_999n) / 1_000_000n
  const to = addressOf('owner')
  await chain.send('owner', dex.router, 'addLiquidity', [pool.address, to, -lastTicks[fee], lastTicks[fee], liquidity])
  return pool
}

/** Sells `amount` of a token for another through the router, which must have been approved. */
export async function swap(
  chain: Chain,
  dex: Dex,
  order: { from: AccountRole; tokenIn: Address; tokenOut: Address; amount: bigint; fee?: PoolFee },
): Promise<void> {
  const { tokenIn, tokenOut, fee = poolFee } = order
  const limits = { amountIn: order.amount, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }
  const params = { tokenIn, tokenOut, fee, recipient: addressOf(order.from), ...limits }
  await chain.send(order.from, dex.router, 'exactInputSingle', [params])
}

/** Dollars per coin times 1e18, from the spot price of a pool of a coin (18 decimals) and dollars (6). */
export async function spotPrice(chain: Chain, pool: Contract, coin: Contract): Promise<bigint> {
  const slot0 = await chain.read(pool, 'slot0')
  const first = await chain.read(pool, 'token0')
  if (!Array.isArray(slot0)) throw new Error('The pool did not return slot0.')
  const ratio = BigInt(slot0[0]) ** 2n
  const coinFirst = getAddress(String(first)) === coin.address
  return coinFirst ? (ratio * 10n ** 30n) >> 192n : ((10n ** 30n) << 192n) / ratio
}

/** The integer square root, by Newton's method. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
