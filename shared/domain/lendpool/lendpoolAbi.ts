import { parseAbi } from 'viem'

/** The ERC-4626 vault under a lending strategy: it lends in buckets of one pool. */
export const innerVaultAbi = parseAbi([
  'function AJNA_POOL() view returns (address)',
  'function AUTH() view returns (address)',
])

/** The rule book of an inner vault. */
export const vaultAuthAbi = parseAbi([
  'function admin() view returns (address)',
  'function isAdmin(address account) view returns (bool)',
  'function bufferRatio() view returns (uint256)',
  'function minBucketIndex() view returns (uint256)',
  'function paused() view returns (bool)',
  'function setMinBucketIndex(uint256 nextMinBucketIndex)',
  'event MinBucketIndexSet(uint256 minBucketIndex)',
  'error NotAuthorized()',
  'error InvalidMinBucketIndex()',
])

/** An ERC-20 lending pool with price buckets (Ajna). Amounts are in WAD, whatever the decimals of a token are. */
export const lendpoolAbi = parseAbi([
  'function collateralAddress() view returns (address)',
  'function quoteTokenAddress() view returns (address)',
  'function collateralScale() view returns (uint256)',
  'function quoteTokenScale() view returns (uint256)',
  'function debtInfo() view returns (uint256 debt, uint256 accruedDebt, uint256 debtInAuction, uint256 t0Debt2ToCollateral)',
  'function interestRateInfo() view returns (uint256 interestRate, uint256 interestRateUpdate)',
  'function loansInfo() view returns (address maxBorrower, uint256 maxT0DebtToCollateral, uint256 noOfLoans)',
  // More return values follow, which differ between versions.
  'function auctionInfo(address borrower) view returns (address kicker, uint256 bondFactor, uint256 bondSize, uint256 kickTime)',
  'function drawDebt(address borrowerAddress, uint256 amountToBorrow, uint256 limitIndex, uint256 collateralToPledge)',
  'function repayDebt(address borrowerAddress, uint256 maxQuoteTokenAmountToRepay, uint256 collateralAmountToPull, address collateralReceiver, uint256 limitIndex) returns (uint256 amountRepaid)',
  // Amounts and the lowest utilized price are in WAD.
  'event DrawDebt(address indexed borrower, uint256 amountBorrowed, uint256 collateralPledged, uint256 lup)',
  'event RepayDebt(address indexed borrower, uint256 quoteRepaid, uint256 collateralPulled, uint256 lup)',
  'event AddQuoteToken(address indexed lender, uint256 indexed index, uint256 amount, uint256 lpAwarded, uint256 lup)',
  'error AmountLTMinDebt()',
  'error AuctionActive()',
  'error BorrowerNotSender()',
  'error BorrowerUnderCollateralized()',
  'error BucketIndexOutOfBounds()',
  'error DustAmountNotExceeded()',
  'error InsufficientCollateral()',
  'error InsufficientLiquidity()',
  'error InvalidAmount()',
  'error InvalidIndex()',
  'error LimitIndexExceeded()',
  'error NoDebt()',
  'error ZeroDebtToCollateral()',
])

/** The factory of lending pools: one for each pair of collateral and quote token, of the subset that holds ERC-20 tokens. */
export const lendpoolFactoryAbi = parseAbi([
  'function deployedPools(bytes32 subsetHash, address collateral, address quote) view returns (address)',
  'event PoolCreated(address pool, bytes32 subsetHash)',
])

/** Answers for any lending pool as of now (Ajna's PoolInfoUtils): everything in WAD, prices in quote per collateral. */
export const lendpoolInfoAbi = parseAbi([
  'function borrowerInfo(address pool, address borrower) view returns (uint256 debt, uint256 collateral, uint256 t0Np, uint256 thresholdPrice)',
  'function poolPricesInfo(address pool) view returns (uint256 hpb, uint256 hpbIndex, uint256 htp, uint256 htpIndex, uint256 lup, uint256 lupIndex)',
  'function availableQuoteTokenAmount(address pool) view returns (uint256)',
  'function borrowFeeRate(address pool) view returns (uint256)',
])

/** A strategy that lends in a pool through an inner ERC-4626 vault. */
export const lendpoolStrategyAbi = parseAbi([
  'function ERC4626_VAULT() view returns (address)',
  'function idleBufferBps() view returns (uint256)',
  'function setIdleBufferBps(uint256 newBps)',
  'function getRealizableAssets() view returns (uint256)',
])
