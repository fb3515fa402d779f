import { type Address, getAddress, maxUint256, parseUnits } from 'viem'
import { type AccountRole, addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
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

export type Markets = { quoter: Contract; router: Contract; weth: Contract; wethPool: Contract }

type Parts = { dex: Dex; usdc: Contract; lanes: readonly [Lane, Lane] }

const ether = (amount: string) => parseUnits(amount, 18)
const dollars = (amount: string) => parseUnits(amount, 6)

/**
 * Uniswap's quoter and router, the wrapped native currency, and pools between which a route has a choice: dollars and
 * ether at 0.05 % and 0.3 %, the first coin with dollars at 0.05 % (shallow) and with ether at 1 %, and the second coin
 * with ether alone.
 */
export async function openMarkets(chain: Chain, { dex, usdc, lanes: [lane, second] }: Parts): Promise<Markets> {
  const owner = addressOf('owner')
  const weth = await chain.deploy('WETH9')
  const factory = dex.factory.address
  // The tier that came after the factory.
  await chain.send('owner', dex.factory, 'enableFeeAmount', [100, 1])
  const quoter = await chain.deploy('QuoterV2', [factory, weth.address])
  // Neither a v2 factory nor a position manager is here: the router only keeps their addresses.
  const router = await chain.deploy('SwapRouter02', [factory, factory, factory, weth.address])
  await chain.send('owner', weth, 'deposit', [], ether('400'))
  await chain.send('owner', usdc, 'mint', [owner, dollars('500000')])
  const eth = (amount: string) => ({ token: weth, amount: ether(amount) })
  const usd = (amount: string) => ({ token: usdc, amount: dollars(amount) })
  const coin = (of: Lane, amount: string) => ({ token: of.coin, amount: ether(amount) })
  const wethPool = await openPool(chain, dex, eth('120'), usd('300000'), 500)
  await openPool(chain, dex, eth('20'), usd('50000'))
  await openPool(chain, dex, coin(lane, '150000'), usd('4000'), 500)
  await openPool(chain, dex, coin(lane, '1000000'), eth('10'), 10_000)
  await openPool(chain, dex, coin(second, '200000'), eth('8'))
  return { quoter, router, weth, wethPool }
}

/** Trades of the last day: `owner` sells ether and buys it back. */
export async function tradeEther(chain: Chain, dex: Dex, weth: Address, usdc: Address): Promise<void> {
  const order = { from: 'owner', fee: 500 } as const
  await swap(chain, dex, { ...order, tokenIn: weth, tokenOut: usdc, amount: ether('2') })
  await swap(chain, dex, { ...order, tokenIn: usdc, tokenOut: weth, amount: dollars('4000') })
}
