import { parseAbi } from 'viem'

/** Keys of rooms (ERC-1155): a token id is a room. */
export const keyTokenAbi = parseAbi([
  'function creatorByTokenId(uint256 tokenId) view returns (address)',
  'function stakingPoolByTokenId(uint256 tokenId) view returns (address)',
  'function totalSupply(uint256 tokenId) view returns (uint256)',
  'function balanceOf(address account, uint256 tokenId) view returns (uint256)',
])

/** The staking pool of one room. */
export const keyStakingPoolAbi = parseAbi([
  'struct Stake { uint256 amount; uint256 timestamp; }',
  'function tokenId() view returns (uint256)',
  'function totalStaked() view returns (uint256)',
  'function getStakes(address user) view returns (Stake[])',
])
