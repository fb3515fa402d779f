import { parseAbi } from 'viem'

/** The overload of submitBid that is given the price below; the other one searches for it from the floor. */
export const submitBidAbi = parseAbi([
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable returns (uint256 bidId)',
])
