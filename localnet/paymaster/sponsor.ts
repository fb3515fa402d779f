import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Signs for the paymasters of the local chain, which are deployed with its address. Its key is public. */
export const sponsor = privateKeyToAccount(keccak256(stringToHex('sponsor of the local world')))

export const sponsorAddress = sponsor.address
