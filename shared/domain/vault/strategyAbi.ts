import { parseAbi } from 'viem'

/** Getters of any strategy of a creator vault. Amounts are in base units of the vault's asset. */
export const strategyAbi = parseAbi([
  'function owner() view returns (address)',
  'function asset() view returns (address)',
  'function isActive() view returns (bool)',
  'function isValuationReady() view returns (bool)',
  'function getTotalAssets() view returns (uint256)',
])

/** A strategy whose assets go to an SVM chain through a bridge. */
export const bridgeStrategyAbi = parseAbi([
  'function bridgeAdapter() view returns (address)',
  'function bridgeAddress() view returns (address)',
  'function solanaDestination() view returns (bytes32)',
])
