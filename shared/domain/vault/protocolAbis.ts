import { parseAbi } from 'viem'

/** The registry: which contracts belong to a creator coin. */
export const registryAbi = parseAbi([
  'function getTokenCount() view returns (uint256)',
  'function getTokensPaginated(uint256 offset, uint256 limit) view returns (address[])',
  'function getVaultForToken(address token) view returns (address)',
  'function getTokenForVault(address vault) view returns (address)',
  'function getShareOFTForToken(address token) view returns (address)',
  'function getWrapperForToken(address token) view returns (address)',
  'function getTokenForShareOFT(address shareOFT) view returns (address)',
  'function getOracleForToken(address token) view returns (address)',
  'function isTokenActive(address token) view returns (bool)',
  'function getVaultKind(address vault) view returns (uint8)',
])

/** A creator coin's price oracle. */
export const oracleAbi = parseAbi([
  'function owner() view returns (address)',
  // USD of one whole coin, times 1e18, and the unix time of that price; zero or less means no price.
  'function getAssetPrice() view returns (int256 price, uint256 timestamp)',
  'function v3PoolConfigured() view returns (bool)',
  'function v3Pool() view returns (address)',
  'function v3CreatorToken() view returns (address)',
  'function v3UsdToken() view returns (address)',
  // Lending bucket of the pool's mean tick over `duration` seconds, ignoring decimals and loan-to-value.
  'function getAjnaBucketFromV3TWAP(uint32 duration) view returns (uint256 bucketIndex)',
])

/** A vault's gauge controller (not the voting gauge): it knows the parts of the vault's lane. */
export const gaugeControllerAbi = parseAbi([
  'function shareOFT() view returns (address)',
  'function wrapper() view returns (address)',
  'function oracle() view returns (address)',
  'function vault() view returns (address)',
  // The creator lane's name for the coin, and the agent lane's.
  'function creatorCoin() view returns (address)',
  'function agentToken() view returns (address)',
  'function creatorTreasury() view returns (address)',
  'function protocolTreasury() view returns (address)',
])

/** The wrapper between vault shares and share tokens, a thousand to one. */
export const wrapperAbi = parseAbi([
  'function owner() view returns (address)',
  'function vault() view returns (address)',
  'function creatorCoin() view returns (address)',
  'function agentToken() view returns (address)',
  'function shareOFT() view returns (address)',
  // After the fee, with what a thousand did not divide before; some wrappers answer neither.
  'function previewWrap(uint256 amount, address user) view returns (uint256)',
  'function previewUnwrap(uint256 amount, address user) view returns (uint256)',
  'function wrapFee() view returns (uint256)',
  'function unwrapFee() view returns (uint256)',
  'function isWhitelisted(address user) view returns (bool)',
  'function lastWrapperDepositBlock(address user) view returns (uint256)',
  'function wrapperWithdrawDelayBlocks() view returns (uint256)',
])

/** Events of the deployment batcher about the first phase of each deployment, after which it owns wrapper and share token. */
export const deploymentBatcherAbi = parseAbi([
  'event Phase1Deployed(address indexed creatorToken, address indexed owner, address oftBootstrapRegistry, address vault, address wrapper, address shareOFT)',
])
