import { keccak256, stringToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

/** The key that attests free entries on the local chain; its router is configured with it. It is public. */
export const attestorKey = keccak256(stringToHex('attestor of the local world'))

export const attestorAddress = privateKeyToAddress(attestorKey)
