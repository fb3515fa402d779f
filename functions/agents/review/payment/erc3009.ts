import { parseAbi } from 'viem'

/** Transfers by a signature alone (EIP-3009), as USD Coin offers them; each uses up its nonce. */
export const erc3009Abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

/** The transfer itself, by the signature of a key. */
export const transferByKeyAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])

/** The overload of USD Coin 2.2, whose signature may also be that of an ERC-1271 wallet. */
export const transferBySignatureAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
