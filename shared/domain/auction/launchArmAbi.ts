import { parseAbi } from 'viem'

/** The launch arm of a vault: it starts clearing auctions and passes on what they raised. */
export const launchArmAbi = parseAbi([
  'struct LifecycleStatus { uint8 phase; address auction; bool isGraduated; bool auctionWindowOpen; bool claimOpen; bool currencySwept; bool unsoldSwept; bool migrated; bool failedFinalized; uint64 startBlock; uint64 endBlock; uint64 claimBlock; uint64 migrationBlock; uint64 sweepBlock; uint256 lpReserveAmount; uint256 clearingPrice; uint256 currencyRaised; }',
  'function getAuctionStatus() view returns (address auction, bool isActive, bool isGraduated, uint256 clearingPrice, uint256 currencyRaised)',
  'function getLifecycleStatus() view returns (LifecycleStatus)',
  'function getBackingTelemetry() view returns (address vault, uint256 launchTotalAssets, uint256 launchTotalSupply, uint256 currentTotalAssets, uint256 currentTotalSupply, int256 assetsDelta, int256 supplyDelta)',
  'function currency() view returns (address)',
  'function auctionToken() view returns (address)',
  'function currentAuction() view returns (address)',
  'function getPastAuctions() view returns (address[])',
  'function auctionCount() view returns (uint256)',
  'event AuctionCreated(address indexed auction, address indexed token, uint256 totalSupply, uint64 startBlock, uint64 endBlock)',
  'event LifecyclePhaseChanged(address indexed auction, uint8 phase)',
  'event AuctionGraduated(address indexed auction, uint256 currencyRaised, uint256 finalPrice)',
  'event Migrated(address indexed auction, uint160 sqrtPriceX96, uint256 tokenAmount, uint256 currencyAmount)',
])
