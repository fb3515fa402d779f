import { getAbiItem, parseAbi, toEventSelector } from 'viem'

/** Events of a share token: ERC-20's transfer, and ERC-7572's change of metadata. */
export const shareTokenEventsAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event ContractURIUpdated()',
])

/** Signature (topic 0) of a transfer. */
export const TRANSFER = toEventSelector(getAbiItem({ abi: shareTokenEventsAbi, name: 'Transfer' }))
