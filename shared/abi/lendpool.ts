import { parseAbi } from 'viem'

/** The ERC-4626 vault under a lending strategy: it lends in buckets of one pool. */
export const innerVaultAbi = parseAbi([
  'function AJNA_POOL() view returns (address)',
  'function AUTH() view returns (address)',
])

/** The rule book of an inner vault. */
export const vaultAuthAbi = parseAbi([
  'function admin() view returns (address)',
  'function bufferRatio() view returns (uint256)',
  'function minBucketIndex() view returns (uint256)',
  'function paused() view returns (bool)',
])

/** An ERC-20 lending pool with price buckets. */
export const lendpoolAbi = parseAbi([
  'function collateralAddress() view returns (address)',
  'function quoteTokenAddress() view returns (address)',
])

/** What answers for any lending pool as of now (Ajna's PoolInfoUtils): everything in WAD, prices in quote per collateral. */
export const lendpoolInfoAbi = parseAbi([
  'function borrowerInfo(address pool, address borrower) view returns (uint256 debt, uint256 collateral, uint256 t0Np, uint256 thresholdPrice)',
  'function poolPricesInfo(address pool) view returns (uint256 hpb, uint256 hpbIndex, uint256 htp, uint256 htpIndex, uint256 lup, uint256 lupIndex)',
])
