import { parseAbi, type Address } from 'viem'
import { foreignWord } from '../../text/plainText.ts'

/**
 * The factory of trend coins: one coin for each ticker, at an address that only the ticker decides. Generations differ in
 * deployTrendCoin: it takes the ticker alone, or a hook and its data as well.
 */
export const trendFactoryAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function trendCoinAddress(string symbol) view returns (address)',
  'function deployTrendCoin(string ticker)',
  'function deployTrendCoin(string symbol, address postDeployHook, bytes postDeployHookData) payable returns (address coin, bytes postDeployHookDataOut)',
  'event TrendCoinCreated(address indexed caller, string symbol, address coin, PoolKey poolKey, bytes32 poolKeyHash, bytes poolConfig, string version)',
  'error TickerAlreadyUsed(string symbol)',
  'error TickerInvalidCharacters()',
  'error TickerTooShort()',
  'error TickerTooLong()',
  'error TrendCoinPoolConfigNotSet()',
])

/** Description of `deployTrendCoin` of a factory. */
export const describeTrendDeploy = (factory: Address, [ticker]: readonly [string, ...unknown[]]): string =>
  `Deploy the trend coin ${foreignWord(ticker)} through the factory ${factory}.`
