import { parseAbi } from 'viem'

/** A creator coin's price oracle. */
export const oracleAbi = parseAbi([
  // USD of one whole coin, times 1e18, and the unix time at which it held; zero or less is no price.
  'function getAssetPrice() view returns (int256 price, uint256 timestamp)',
])
