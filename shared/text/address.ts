import { type Address, zeroAddress } from 'viem'

/** An address in lower case, as the store keeps and looks it up. */
export const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`

/** The zero address means "not set" onchain: null, like an address that could not be read. */
export const knownAddress = (address: Address | null): Address | null => (address === zeroAddress ? null : address)
