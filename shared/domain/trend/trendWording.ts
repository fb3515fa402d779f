import type { Address } from 'viem'

/** Description of `deployTrendCoin` of a factory. */
export const describeTrendDeploy = (factory: Address, [ticker]: readonly [string, ...unknown[]]): string =>
  `Deploy the trend coin ${ticker} through the factory ${factory}.`
