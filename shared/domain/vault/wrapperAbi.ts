import { parseAbi } from 'viem'

/** The wrapper between vault shares and share tokens, a thousand to one. */
export const wrapperAbi = parseAbi([
  'function owner() view returns (address)',
  'function vault() view returns (address)',
  'function creatorCoin() view returns (address)',
  'function agentToken() view returns (address)',
  'function shareOFT() view returns (address)',
])
