import { parseAbi } from 'viem'

/** The factory of clearing auctions; `configData` contains the encoded terms. */
export const auctionFactoryAbi = parseAbi([
  'event AuctionCreated(address indexed auction, address indexed token, uint256 amount, bytes configData)',
])
