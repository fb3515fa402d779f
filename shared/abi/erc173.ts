import { parseAbi } from 'viem'

/** Ownership of a contract (ERC-173). */
export const erc173Abi = parseAbi(['function owner() view returns (address)'])
