import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import type { Hex } from '../Operation.ts'

/** An address in mixed case (EIP-55), as EIP-4361 wants it: wallets often give it in lower case. */
export function checksumOf(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(digits))
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hash.charAt(i), 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}
