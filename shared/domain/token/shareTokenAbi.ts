import { type Hex, parseAbi } from 'viem'

/** The share token of a vault: ERC-20, ERC-173 `owner`, ERC-7572 `contractURI`, and the link to its vault. */
export const shareTokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function owner() view returns (address)',
  'function vault() view returns (address)',
  'function gaugeController() view returns (address)',
  'function isMinter(address account) view returns (bool)',
  // False on the chains to which a share token was bridged: it has no vault there.
  'function isHub() view returns (bool)',
  'function version() view returns (string)',
  'function description() view returns (string)',
  'function contractURI() view returns (string)',
  'function convertToAssets(uint256 shares) view returns (uint256)',
  // Answered only by tokens that follow LayerZero's OFT interface.
  'function oftVersion() view returns (bytes4 interfaceId, uint64 version)',
])

/** Events of a share token: ERC-20's transfer, and ERC-7572's change of metadata. */
export const shareTokenEventsAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event ContractURIUpdated()',
])

/** Signature (topic 0) of a transfer. */
export const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
