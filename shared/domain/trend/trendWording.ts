import type { Address } from 'viem'

/** What `deployTrendCoin` of a factory does. */
export const describeTrendDeploy = (factory: Address, [ticker]: readonly [string, ...unknown[]]): string =>
  `Deploy the trend coin ${ticker} through the factory ${factory}.`
