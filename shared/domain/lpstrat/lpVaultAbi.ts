import { parseAbi } from 'viem'

/** A vault of two tokens that keeps a full-range, a base and a one-sided limit position in one Uniswap v3 pool. */
export const lpVaultAbi = parseAbi([
  'function pool() view returns (address)',
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function manager() view returns (address)',
  // Named by the manager; becomes the manager by calling acceptManager().
  'function pendingManager() view returns (address)',
  // May rebalance as well as the manager; zero lets everybody.
  'function rebalanceDelegate() view returns (address)',
  'function baseLower() view returns (int24)',
  'function baseUpper() view returns (int24)',
  'function limitLower() view returns (int24)',
  'function limitUpper() view returns (int24)',
  'function fullLower() view returns (int24)',
  'function fullUpper() view returns (int24)',
  // Idle, in positions, and owed fees as of the last change of each position.
  'function getTotalAmounts() view returns (uint256 total0, uint256 total1)',
  'function totalSupply() view returns (uint256)',
  'function maxTotalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  // Unix seconds of the last rebalance, and the seconds that must pass before the next.
  'function lastTimestamp() view returns (uint256)',
  'function period() view returns (uint32)',
])

/**
 * The functions that its manager calls on an LP vault. It refuses with texts: "manager", "rebalanceDelegate", "PE" (its
 * period has not passed since the last rebalance).
 */
export const lpVaultActionsAbi = parseAbi([
  'function rebalance()',
  'function setRebalanceDelegate(address rebalanceDelegate)',
  'function setManager(address manager)',
])

export const lpVaultFactoryAbi = parseAbi(['function isVault(address vault) view returns (bool)'])
