import type { Address } from 'viem'
import { foreignWord } from '../../text/plainText.ts'

/** Description of `deployTrendCoin` of a factory. */
export const describeTrendDeploy = (factory: Address, [ticker]: readonly [string, ...unknown[]]): string =>
  `Deploy the trend coin ${foreignWord(ticker)} through the factory ${factory}.`
