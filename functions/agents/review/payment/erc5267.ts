import { parseAbi } from 'viem'

/** The domain that a contract's typed data (EIP-712) is signed for (ERC-5267). */
export const erc5267Abi = parseAbi([
  'function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)',
])
