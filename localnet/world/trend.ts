import { getAddress, parseUnits } from 'viem'
import { addressOf } from './accounts.ts'
import type { Chain, Contract } from './openChain.ts'
import { type Dex, openPool } from './dex.ts'

/** The ticker whose coin is there from the start. */
export const localTicker = 'SUNRISE'

/** The trend factory and one coin of it, which has a pool with dollars: `owner` makes the market, and `stranger` deployed it. */
export async function deployTrend(
  chain: Chain,
  { dex, usdc }: { dex: Dex; usdc: Contract },
): Promise<{ trendFactory: Contract; trendCoin: Contract }> {
  const owner = addressOf('owner')
  const trendFactory = await chain.deploy('TrendFactory', [owner])
  await chain.send('stranger', trendFactory, 'deployTrendCoin', [localTicker])
  const address = getAddress(String(await chain.read(trendFactory, 'trendCoinAddress', [localTicker])))
  const trendCoin = chain.at('TrendCoin', address)
  await chain.send('owner', usdc, 'mint', [owner, parseUnits('20000', 6)])
  const coins = { token: trendCoin, amount: parseUnits('800000000', 18) }
  await openPool(chain, dex, coins, { token: usdc, amount: parseUnits('20000', 6) })
  return { trendFactory, trendCoin }
}
