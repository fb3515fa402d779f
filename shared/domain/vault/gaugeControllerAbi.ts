import { parseAbi } from 'viem'

/** A vault's gauge controller (not the voting gauge): it knows the parts of the vault's lane. */
export const gaugeControllerAbi = parseAbi([
  'function shareOFT() view returns (address)',
  'function wrapper() view returns (address)',
  'function oracle() view returns (address)',
  'function vault() view returns (address)',
  // The creator lane's name for the coin, and the agent lane's.
  'function creatorCoin() view returns (address)',
  'function agentToken() view returns (address)',
  'function creatorTreasury() view returns (address)',
  'function protocolTreasury() view returns (address)',
])
