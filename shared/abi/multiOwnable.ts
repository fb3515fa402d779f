import { parseAbi } from 'viem'

/** A smart wallet with several owners (coinbase/smart-wallet, MultiOwnable.sol). Only an owner adds another. */
export const multiOwnableAbi = parseAbi([
  'function isOwnerAddress(address account) view returns (bool)',
  'function addOwnerAddress(address owner)',
  'function ownerCount() view returns (uint256)',
  'function nextOwnerIndex() view returns (uint256)',
  'function ownerAtIndex(uint256 index) view returns (bytes)',
])
