import { type Address, parseUnits } from 'viem'
import { addressOf } from './accounts.ts'
import type { Lane } from './deployLane.ts'
import type { Chain, Contract } from './openChain.ts'
import { type Dex, openPool, swap } from './openPool.ts'

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

/** What was traded in the last day: `owner` sells ether and buys it back. */
export async function tradeEther(chain: Chain, dex: Dex, weth: Address, usdc: Address): Promise<void> {
  const order = { from: 'owner', fee: 500 } as const
  await swap(chain, dex, { ...order, tokenIn: weth, tokenOut: usdc, amount: ether('2') })
  await swap(chain, dex, { ...order, tokenIn: usdc, tokenOut: weth, amount: dollars('4000') })
}
