import { parseAbi } from 'viem'

/** The coin under a vault: ERC-20, ERC-173 `owner`, ERC-7572 `contractURI`. */
export const creatorCoinAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function owner() view returns (address)',
  'function contractURI() view returns (string)',
])
