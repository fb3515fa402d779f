import { erc20Abi, parseAbi } from 'viem'

/** ERC-20 with its metadata extension. */
export { erc20Abi }

/** Ownership of a contract (ERC-173). */
export const erc173Abi = parseAbi(['function owner() view returns (address)'])

/** Errors of OpenZeppelin's Ownable (contracts/access/Ownable.sol). */
export const ownableErrorsAbi = parseAbi([
  'error OwnableUnauthorizedAccount(address account)',
  'error OwnableInvalidOwner(address owner)',
])

/** Standard Signature Validation Method for Contracts (ERC-1271). */
export const erc1271Abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** Answer of `isValidSignature` to a signature of the contract's (ERC-1271, "Specification"). */
export const ERC1271_MAGIC = '0x1626ba7e'

/** Storage slot of the address of a proxy's code: keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
export const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
