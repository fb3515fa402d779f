import { parseAbi } from 'viem'

/** What any strategy of a creator vault answers. Amounts are in base units of the vault's asset. */
export const strategyAbi = parseAbi([
  'function owner() view returns (address)',
  'function asset() view returns (address)',
  'function isActive() view returns (bool)',
  'function isValuationReady() view returns (bool)',
  'function getTotalAssets() view returns (uint256)',
])

/** A strategy that lends in a pool through an inner ERC-4626 vault. */
export const lendpoolStrategyAbi = parseAbi([
  'function ERC4626_VAULT() view returns (address)',
  'function idleBufferBps() view returns (uint256)',
  'function getRealizableAssets() view returns (uint256)',
])

/** A strategy that provides liquidity through a two-token LP vault; generations name that vault differently. */
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
  // Gone in the current generation.
  'function uniFactory() view returns (address)',
  'function dexFactory() view returns (address)',
  // The strategy's own loan; not in the first generation.
  'function ajnaPool() view returns (address)',
  'function ajnaBorrowEnabled() view returns (bool)',
  'function ajnaMaxDebt() view returns (uint256)',
  'function ajnaMinCollateralRatioBps() view returns (uint256)',
  'function getAjnaPosition() view returns (bool configured, bool readable, uint256 debtAsset, uint256 collateralUsdc, uint256 collateralRatioBps)',
])

/** A strategy whose assets go to an SVM chain through a bridge. */
export const bridgeStrategyAbi = parseAbi([
  'function bridgeAdapter() view returns (address)',
  'function bridgeAddress() view returns (address)',
  'function solanaDestination() view returns (bytes32)',
])
