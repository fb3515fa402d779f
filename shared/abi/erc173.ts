import { parseAbi } from 'viem'

/** Ownership of a contract (ERC-173). */
export const erc173Abi = parseAbi(['function owner() view returns (address)'])

/** Errors of OpenZeppelin's Ownable (contracts/access/Ownable.sol). */
export const ownableErrorsAbi = parseAbi([
  'error OwnableUnauthorizedAccount(address account)',
  'error OwnableInvalidOwner(address owner)',
])
