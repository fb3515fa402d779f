import { parseAbi } from 'viem'

/** The overload of submitBid that is told where to begin; the other one looks for the price's place from the floor. */
export const submitBidAbi = parseAbi([
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable returns (uint256 bidId)',
])
