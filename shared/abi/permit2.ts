import { parseAbi } from 'viem'

/**
 * Permit2's allowances (https://github.com/Uniswap/permit2, AllowanceTransfer): a token's owner approves Permit2 by
 * ERC-20, and grants others allowances here, with an end (unix seconds).
 */
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
  'error AllowanceExpired(uint256 deadline)',
  'error InsufficientAllowance(uint256 amount)',
  'error ExcessiveInvalidation()',
  'error InvalidNonce()',
  'error SignatureExpired(uint256 signatureDeadline)',
  'error InvalidSigner()',
])
