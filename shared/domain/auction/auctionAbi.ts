import { parseAbi } from 'viem'

/** All of an auction's supply, in the unit of its schedule (MPS). */
export const WHOLE_SUPPLY = 10_000_000

/** In an auction's list of prices, what stands after the last one (MAX_TICK_PTR). */
export const LAST_TICK = 2n ** 256n - 1n

/**
 * A continuous clearing auction (Uniswap CCA, v1). Prices are currency per token in base units, times 2^96. Beside views,
 * `checkpoint` and what bids and exits revert with, and what is emitted beside bids and exits (these are in
 * auctionEventsAbi.ts); `checkpoint` is no view: read it last.
 */
export const auctionAbi = parseAbi([
  'struct Bid { uint64 startBlock; uint24 startCumulativeMps; uint64 exitedBlock; uint256 maxPrice; address owner; uint256 amountQ96; uint256 tokensFilled; }',
  'struct Checkpoint { uint256 clearingPrice; uint256 currencyRaisedAtClearingPriceQ96_X7; uint256 cumulativeMpsPerPrice; uint24 cumulativeMps; uint64 prev; uint64 next; }',
  'struct Step { uint24 mps; uint64 startBlock; uint64 endBlock; }',
  'struct Tick { uint256 next; uint256 currencyDemandQ96; }',
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, bytes hookData) payable returns (uint256 bidId)',
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable returns (uint256 bidId)',
  'function checkpoint() returns (Checkpoint)',
  'function clearingPrice() view returns (uint256)',
  'function currencyRaised() view returns (uint256)',
  'function isGraduated() view returns (bool)',
  'function totalCleared() view returns (uint256)',
  'function totalSupply() view returns (uint128)',
  'function currency() view returns (address)',
  'function token() view returns (address)',
  'function floorPrice() view returns (uint256)',
  'function tickSpacing() view returns (uint256)',
  'function MAX_BID_PRICE() view returns (uint256)',
  'function nextActiveTickPrice() view returns (uint256)',
  'function startBlock() view returns (uint64)',
  'function endBlock() view returns (uint64)',
  'function claimBlock() view returns (uint64)',
  'function validationHook() view returns (address)',
  'function nextBidId() view returns (uint256)',
  'function lastCheckpointedBlock() view returns (uint64)',
  'function bids(uint256 bidId) view returns (Bid)',
  'function ticks(uint256 price) view returns (Tick)',
  'function step() view returns (Step)',
  'function latestCheckpoint() view returns (Checkpoint)',
  'function checkpoints(uint64 blockNumber) view returns (Checkpoint)',
  'event TokensReceived(uint256 totalSupply)',
  'event CheckpointUpdated(uint256 blockNumber, uint256 clearingPrice, uint24 cumulativeMps)',
  'event ClearingPriceUpdated(uint256 blockNumber, uint256 clearingPrice)',
  'event CurrencySwept(address indexed fundsRecipient, uint256 currencyAmount)',
  'event TokensSwept(address indexed tokensRecipient, uint256 tokensAmount)',
  'error AuctionNotStarted()',
  'error TokensNotReceived()',
  'error AuctionIsOver()',
  'error BidAmountTooSmall()',
  'error BidOwnerCannotBeZeroAddress()',
  'error InvalidAmount()',
  'error CurrencyIsNotNative()',
  'error TransferFromFailed()',
  'error InvalidBidPriceTooHigh(uint256 maxPrice, uint256 maxBidPrice)',
  'error AuctionSoldOut()',
  'error BidMustBeAboveClearingPrice()',
  'error TickPriceNotAtBoundary()',
  'error TickPreviousPriceInvalid()',
  'error InvalidTickPrice()',
  'error ValidationHookCallFailed(bytes reason)',
  'error InvalidBidUnableToClear()',
  'error BidIdDoesNotExist(uint256 bidId)',
  'error BidAlreadyExited()',
  'error CannotExitBid()',
  'error CannotPartiallyExitBidBeforeEndBlock()',
  'error CannotPartiallyExitBidBeforeGraduation()',
  'error InvalidLastFullyFilledCheckpointHint()',
  'error InvalidOutbidBlockCheckpointHint()',
  'error AuctionIsNotOver()',
  'error NotClaimable()',
  'error NotGraduated()',
  'error BidNotExited()',
])

/** The overload of submitBid that is told where to begin; the other one looks for the price's place from the floor. */
export const submitBidAbi = parseAbi([
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable returns (uint256 bidId)',
])

/** The factory of clearing auctions; `configData` are the terms, encoded. */
export const auctionFactoryAbi = parseAbi([
  'event AuctionCreated(address indexed auction, address indexed token, uint256 amount, bytes configData)',
])
