import { parseAbi } from 'viem'

/** The registry: which contracts belong to a creator coin. */
export const registryAbi = parseAbi([
  'function getTokenCount() view returns (uint256)',
  'function getTokensPaginated(uint256 offset, uint256 limit) view returns (address[])',
  'function getVaultForToken(address token) view returns (address)',
  'function getTokenForVault(address vault) view returns (address)',
  'function getShareOFTForToken(address token) view returns (address)',
  'function getTokenForShareOFT(address shareOFT) view returns (address)',
  'function getOracleForToken(address token) view returns (address)',
  'function isTokenActive(address token) view returns (bool)',
  'function getVaultKind(address vault) view returns (uint8)',
])
