import { parseAbi } from 'viem'

/** Standard Signature Validation Method for Contracts (ERC-1271). */
export const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** What `isValidSignature` answers where the signature is the contract's (ERC-1271, "Specification"). */
export const ERC1271_MAGIC = '0x1626ba7e'
