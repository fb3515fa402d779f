import { parseAbi } from 'viem'

/** Transfers by a signature alone (EIP-3009), as USD Coin offers them; each uses up its nonce. */
export const erc3009Abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
