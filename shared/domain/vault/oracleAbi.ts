import { parseAbi } from 'viem'

/** A creator coin's price oracle. */
export const oracleAbi = parseAbi([
  'function owner() view returns (address)',
  // USD of one whole coin, times 1e18, and the unix time of that price; zero or less means no price.
  'function getAssetPrice() view returns (int256 price, uint256 timestamp)',
  'function v3PoolConfigured() view returns (bool)',
  'function v3Pool() view returns (address)',
  'function v3CreatorToken() view returns (address)',
  'function v3UsdToken() view returns (address)',
  // Lending bucket of the pool's mean tick over `duration` seconds, ignoring decimals and loan-to-value.
  'function getAjnaBucketFromV3TWAP(uint32 duration) view returns (uint256 bucketIndex)',
])
