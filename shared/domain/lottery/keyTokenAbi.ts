import { parseAbi } from 'viem'

/** Keys of rooms (ERC-1155): a token id is a room. */
export const keyTokenAbi = parseAbi([
  'function supportsInterface(bytes4 interfaceId) view returns (bool)',
  'function creatorByTokenId(uint256 tokenId) view returns (address)',
  'function stakingPoolByTokenId(uint256 tokenId) view returns (address)',
  'function totalSupply(uint256 tokenId) view returns (uint256)',
  'function balanceOf(address account, uint256 tokenId) view returns (uint256)',
])

/** The staking pool of one room. It has no getter for one wallet's stakes: coverage/readStakes.ts reads them from storage. */
export const keyStakingPoolAbi = parseAbi([
  'function tokenId() view returns (uint256)',
  'function totalStaked() view returns (uint256)',
])
