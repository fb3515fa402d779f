import type { Hex } from '../Operation.ts'

const ALL = (1n << 64n) - 1n
const rotated = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & ALL

/**
 * An address in mixed case (EIP-55), as EIP-4361 wants it: wallets often give it in lower case. The core of the package needs no other
 * hash, so Keccak-256 of this one block is all there is (FIPS 202, section 3, with the padding of Keccak).
 */
export function checksumOf(address: Hex): Hex {
  const digits = address.slice(2).toLowerCase()
  const lanes = Array.from({ length: 25 }, () => 0n)
  const at = (index: number): bigint => lanes[index] ?? 0n
  for (let place = 0; place < 40; place++)
    lanes[place >> 3] = at(place >> 3) | (BigInt(digits.charCodeAt(place)) << BigInt(8 * (place % 8)))
  lanes[5] = 1n
  lanes[16] = 1n << 63n

  for (let round = 0, register = 1; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20))
    const column = (x: number): bigint => columns[x % 5] ?? 0n
    for (let index = 0; index < 25; index++)
      lanes[index] = at(index) ^ column(index + 4) ^ rotated(column(index + 1), 1n)
    for (let step = 1, x = 1, y = 0, moved = at(1); step < 25; step++) {
      const next = (2 * x + 3 * y) % 5
      x = y
      y = next
      const before = at(x + 5 * y)
      lanes[x + 5 * y] = rotated(moved, BigInt(((step * (step + 1)) / 2) % 64))
      moved = before
    }
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5)
      for (let x = 0; x < 5; x++)
        lanes[row + x] = (old[x] ?? 0n) ^ (~(old[(x + 1) % 5] ?? 0n) & (old[(x + 2) % 5] ?? 0n))
    }
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) lanes[0] = at(0) ^ (1n << BigInt(2 ** bit - 1))
      register = register & 128 ? (register << 1) ^ 0x171 : register << 1
    }
  }

  const isUpper = (place: number): boolean => {
    const byte = at(place >> 4) >> BigInt(8 * ((place >> 1) % 8))
    return (place % 2 === 0 ? byte >> 7n : byte >> 3n) % 2n === 1n
  }
  return `0x${[...digits].map((digit, place) => (isUpper(place) ? digit.toUpperCase() : digit)).join('')}`
}
