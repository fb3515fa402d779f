import { parseAbi } from 'viem'

/** Reads of a creator vault: ERC-20 and ERC-4626, its economics, its switches, and its book of strategies. */
export const creatorVaultAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function asset() view returns (address)',
  'function totalAssets() view returns (uint256)',
  'function owner() view returns (address)',
  'function gaugeController() view returns (address)',
  // (totalAssets + 1) * 1e18 / (totalSupply + 1000), but exactly 1e18 while there are no shares.
  'function pricePerShare() view returns (uint256)',
  'function coinBalance() view returns (uint256)',
  'function totalDebt() view returns (uint256)',
  'function totalLockedShares() view returns (uint256)',
  'function totalQueuedWithdrawalShares() view returns (uint256)',
  'function maxTotalSupply() view returns (uint256)',
  // Basis points; per year for the management fee.
  'function performanceFee() view returns (uint16)',
  'function managementFee() view returns (uint16)',
  'function paused() view returns (bool)',
  'function isShutdown() view returns (bool)',
  'function vaultMode() view returns (uint8)',
  'function whitelistEnabled() view returns (bool)',
  // Generations of the contract use different names for the same getter.
  'function whitelist(address account) view returns (bool)',
  'function whitelisted(address account) view returns (bool)',
  'function isWhitelisted(address account) view returns (bool)',
  'struct StrategyLiquidity { address strategy; bool active; bool valuationReady; uint256 reportedAssets; uint256 strategyDebt; }',
  'struct LiquiditySnapshot { uint256 totalAssets; uint256 idleAssets; uint256 minIdleReserve; uint256 instantIdleAssets; uint256 instantIdleBps; uint256 queuedWithdrawalShares; uint256 lockedProfitShares; uint256 maxSyncWithdrawAssets; StrategyLiquidity[] strategies; }',
  'function liquiditySnapshot() view returns (LiquiditySnapshot)',
  'function ccaLaunchArm() view returns (address)',
  'function strategyCount() view returns (uint256)',
  'function strategyList(uint256 index) view returns (address)',
  'function strategyWeights(address strategy) view returns (uint256)',
  'function strategyDebt(address strategy) view returns (uint256)',
  'function strategyMaxAssets(address strategy) view returns (uint256)',
  'function activeStrategies(address strategy) view returns (bool)',
  'function strategyImpaired(address strategy) view returns (bool)',
  'function totalStrategyWeight() view returns (uint256)',
])

/** Reads of deposits into a creator vault and withdrawals from it: ERC-4626, and the queue for large withdrawals. */
export const vaultExchangeAbi = parseAbi([
  'function asset() view returns (address)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
  'function previewDeposit(uint256 assets) view returns (uint256)',
  'function previewWithdraw(uint256 assets) view returns (uint256)',
  'function previewRedeem(uint256 shares) view returns (uint256)',
  'function maxDeposit(address receiver) view returns (uint256)',
  'function maxWithdraw(address owner) view returns (uint256)',
  'function maxRedeem(address owner) view returns (uint256)',
  // Blocks between a deposit and a withdrawal, and the assets from which on a withdrawal is queued.
  'function lastDepositBlock(address account) view returns (uint256)',
  'function withdrawDelayBlocks() view returns (uint256)',
  'function largeWithdrawalThreshold() view returns (uint256)',
  'function largeWithdrawalDelayBlocks() view returns (uint256)',
  'function queuedWithdrawals(address account) view returns (uint256 shares, uint256 unlockBlock, address receiver)',
])
