import { parseAbi } from 'viem'

/** A strategy that provides liquidity through a two-token LP vault; generations use different names for that vault. */
export const lpStrategyAbi = parseAbi([
  'function charmVault() view returns (address)',
  'function lpVault() view returns (address)',
  'function swapPool() view returns (address)',
  'function swapPoolFee() view returns (uint24)',
  'function swapSlippageBps() view returns (uint256)',
  'function depositSlippageBps() view returns (uint256)',
  'function maxSwapPercent() view returns (uint256)',
  'function autoFeeTier() view returns (bool)',
  'function vault() view returns (address)',
  'function active() view returns (bool)',
  'function USDC() view returns (address)',
  'function UNISWAP_ROUTER() view returns (address)',
  'function assetOracle() view returns (address)',
  // The first generation's name for the coin, then the current one's.
  'function CREATOR() view returns (address)',
  'function ASSET() view returns (address)',
  // Removed in the current generation.
  'function uniFactory() view returns (address)',
  'function dexFactory() view returns (address)',
  // The strategy's own loan; not in the first generation.
  'function ajnaPool() view returns (address)',
  'function ajnaBorrowEnabled() view returns (bool)',
  'function ajnaMaxDebt() view returns (uint256)',
  'function ajnaMinCollateralRatioBps() view returns (uint256)',
  'function getAjnaPosition() view returns (bool configured, bool readable, uint256 debtAsset, uint256 collateralUsdc, uint256 collateralRatioBps)',
])

/**
 * The functions that the owner of a liquidity strategy calls, by all names of all generations, and the errors with
 * which it refuses. `maxSwapPercent` is in percent, slippage in basis points, `swapPoolFee` in hundredths of a basis
 * point.
 */
export const lpStrategyActionsAbi = parseAbi([
  // The first generation's names, then those of later ones.
  'function setLpVault(address lpVault)',
  'function setCharmVault(address lpVault)',
  'function setDexFactory(address dexFactory)',
  'function setUniFactory(address dexFactory)',
  'function ownerEmergencyWithdrawFromLp() returns (uint256 amount0, uint256 amount1)',
  'function ownerEmergencyWithdrawFromCharm() returns (uint256 amount0, uint256 amount1)',
  // Removed in the current generation.
  'function setAutoFeeTier(bool autoFeeTier)',
  'function setSwapPool(address swapPool)',
  'function setParameters(uint256 maxSwapPercent, uint256 swapSlippageBps, uint256 depositSlippageBps, uint24 swapPoolFee)',
  'function setActive(bool active)',
  'function initializeApprovals()',
  'function rebalance()',
  'function ownerEmergencyWithdraw(address token, address to, uint256 amount)',
  'error InvalidCharmVault(address vault)',
  'error InvalidSwapPool(address pool)',
  'error CharmSharesOutstanding(address charmVault, uint256 shares)',
  'error MaxSwapPercentTooHigh(uint256 maxSwapPercent)',
  'error SlippageBpsTooHigh(uint256 bps)',
  'error SlippageExceeded(uint256 expected, uint256 actual)',
  'error RebalanceValuationUnavailable()',
  'error InvalidEmergencyWithdrawRecipient(address recipient)',
  'error EmergencyWithdrawRestrictedToken(address token)',
  'error CharmOutOfRange()',
  'error NotVault()',
  'error NotActive()',
  'error ZeroAddress()',
])
