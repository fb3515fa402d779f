import { parseAbi } from 'viem'

/** The functions of the free-entry router that are called; its events are in lotteryEventsAbi.ts. */
export const amoeEntryAbi = parseAbi([
  // Permissionless: only the attestor's signature counts. `deadline` is the last second of block time, inclusive.
  'function submitAmoeEntry(address buyer, address creatorCoin, bytes32 nonce, uint256 deadline, bytes signature) returns (uint256 entryId)',
  'function getAmoeMessageHash(address buyer, address creatorCoin, bytes32 nonce, uint256 deadline) view returns (bytes32)',
  'error AttestationExpired(uint256 deadline)',
  'error NonceUsed(bytes32 nonce)',
  'error NotAttested(address signer)',
  'error LegacyAmoeDisabled()',
  // Errors of the lottery manager, through which the router enters.
  'error NotAuthorized(address caller)',
  'error LotteryInactive()',
  'error TokenNotActive(address token)',
  'error StalePrice(address token)',
  'error BelowMinimum(uint256 usd)',
  'error AboveMaximum(uint256 usd)',
])
