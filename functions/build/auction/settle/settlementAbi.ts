import { parseAbi } from 'viem'

/** What ends bids of a continuous clearing auction (Uniswap CCA, v1). */
export const settlementAbi = parseAbi([
  'function exitBid(uint256 bidId)',
  'function exitPartiallyFilledBid(uint256 bidId, uint64 lastFullyFilledCheckpointBlock, uint64 outbidBlock)',
  'function claimTokens(uint256 bidId)',
  'function claimTokensBatch(address owner, uint256[] bidIds)',
])
