import type { Address } from 'viem'

/** An address in lower case, as the store keeps and looks it up. */
export const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`
