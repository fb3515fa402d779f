import { createHash } from 'node:crypto'
import { getAddress, type Address, type Hex } from 'viem'

/** The seed of all random data of a run: printed when the run begins; given as SEED, it makes the same data again. */
export const SEED = process.env['SEED'] ?? ''

export interface Random {
  /** An integer of at most so many bits. */
  bits(count: number): bigint
  /** An integer from 0 up to, and without, `end`. */
  below(end: number): number
  bytes(count: number): Hex
  address(): Address
  /** Small and huge integers of at most so many bits, and the bounds more often than chance has it. */
  uint(bits: number): bigint
}

/** Random data that the run's seed and a name decide. */
export function createRandom(name: string): Random {
  let turn = 0
  let hex = ''
  const take = (digits: number): string => {
    while (hex.length < digits) hex += createHash('sha256').update(`${SEED} ${name} ${turn++}`).digest('hex')
    const taken = hex.slice(0, digits)
    hex = hex.slice(digits)
    return taken
  }
  const random: Random = {
    bits: (count) => BigInt.asUintN(count, BigInt(`0x${take(2 * Math.ceil(count / 8))}`)),
    below: (end) => Number(random.bits(64) % BigInt(end)),
    bytes: (count) => `0x${take(2 * count)}`,
    address: () => getAddress(random.bytes(20)),
    uint(bits) {
      const max = 2n ** BigInt(bits) - 1n
      const among = [0n, 1n, max, random.bits(bits), random.bits(bits) >> BigInt(random.below(bits))]
      return among[random.below(among.length)] ?? max
    },
  }
  return random
}
