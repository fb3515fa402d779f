import { type Address, getAddress, parseUnits } from 'viem'
import { addressOf } from './accounts.ts'
import type { Chain, Contract } from './openChain.ts'

/** A strategy that lends through an inner vault, and the contracts that it depends on. */
export type LendpoolParts = {
  lendpool: Contract
  lendpoolAuth: Contract
  innerVault: Contract
  lendpoolStrategy: Contract
}

/** A strategy that provides liquidity through a two-token vault. */
export type LpParts = { lpVault: Contract; lpStrategy: Contract }

type Lending = { coin: Address; vault: Address; symbol: string; lendpool: Contract; lendpoolAuth: Contract }

export async function deployLendpoolStrategy(chain: Chain, lending: Lending): Promise<LendpoolParts> {
  const { coin, vault, symbol, lendpool, lendpoolAuth } = lending
  const [name, ticker] = [`Lent ${symbol}`, `l${symbol}`]
  const innerVault = await chain.deploy('InnerVault', [coin, lendpool.address, lendpoolAuth.address, name, ticker])
  const args = [vault, coin, addressOf('owner'), innerVault.address]
  return { lendpool, lendpoolAuth, innerVault, lendpoolStrategy: await chain.deploy('LendpoolStrategy', args) }
}

/** A new LP vault of a pool, made by the factory and managed by `owner`. */
export async function deployLpVault(
  chain: Chain,
  { factory, pool, symbol }: { factory: Contract; pool: Contract; symbol: string },
): Promise<Contract> {
  const [baseThreshold, limitThreshold] = [3600, 1200]
  const args = [pool.address, addressOf('owner'), baseThreshold, limitThreshold, `LP ${symbol}`, `lp${symbol}`]
  const count = await chain.read(factory, 'numVaults')
  await chain.send('owner', factory, 'createVault', args)
  return chain.at('LpVault', getAddress(String(await chain.read(factory, 'vaults', [count]))))
}

/** A new pool that lends coins against dollars at 5 % a year, made by the factory. */
export async function deployLendpool(
  chain: Chain,
  { factory, coin, usdc }: { factory: Contract; coin: Address; usdc: Address },
): Promise<Contract> {
  await chain.send('owner', factory, 'deployPool', [usdc, coin, parseUnits('0.05', 18)])
  const subset = await chain.read(factory, 'ERC20_NON_SUBSET_HASH')
  const address = await chain.read(factory, 'deployedPools', [subset, usdc, coin])
  return chain.at('LendingPool', getAddress(String(address)))
}

type Liquidity = {
  coin: Address
  vault: Address
  usdc: Address
  oracle: Address
  router: Address
  pool: Contract
  lpVault: Contract
}

export async function deployLpStrategy(chain: Chain, liquidity: Liquidity): Promise<LpParts> {
  const { coin, vault, usdc, oracle, router, pool, lpVault } = liquidity
  const args = [vault, coin, addressOf('owner'), usdc, router, oracle]
  const lpStrategy = await chain.deploy('LpStrategy', args)
  await chain.send('owner', lpStrategy, 'setCharmVault', [lpVault.address])
  await chain.send('owner', lpStrategy, 'setSwapPool', [pool.address])
  return { lpVault, lpStrategy }
}
