import { parseAbi } from 'viem'

/** What locks can be used for: votes (ve33) and lottery boosts. */
export const veUtilityAbi = parseAbi([
  'function previewUtilities(address user) view returns (uint256 ve33, uint256 veLottery)',
  'function effectiveVe33Of(address user) view returns (uint256)',
  'function freeCapacityOf(address user) view returns (uint256)',
  'function claimVe33(uint256 amount)',
  'function claimAllOutstanding()',
  'error ZeroAmount()',
  'error InsufficientCapacity()',
])
