import { parseAbi } from 'viem'

/** A strategy that lends in a pool through an inner ERC-4626 vault. */
export const lendpoolStrategyAbi = parseAbi([
  'function ERC4626_VAULT() view returns (address)',
  'function idleBufferBps() view returns (uint256)',
  'function setIdleBufferBps(uint256 newBps)',
  'function getRealizableAssets() view returns (uint256)',
])
