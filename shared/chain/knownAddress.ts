import { zeroAddress, type Address } from 'viem'

/** The zero address means "not set" onchain: null, like an address that could not be read. */
export const knownAddress = (address: Address | null): Address | null => (address === zeroAddress ? null : address)
