import { createHash, randomInt } from 'node:crypto'
import { bytesToHex, type Hex, type PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Before any test: names the seed of all random data, which `SEED=…` makes again. */
export default function setup(): void {
  process.env['SEED'] ??= String(randomInt(1_000_000))
  console.log(`SEED=${process.env['SEED']}`)
}

export interface Seeded {
  bytes(count: number): Uint8Array
  /** From 0 to just below 1. */
  fraction(): number
  /** A whole number from 0 to just below `limit`. */
  below(limit: number): number
  shuffled<T>(items: readonly T[]): T[]
  account(): PrivateKeyAccount
  key(): Hex
}

/** Random data of one test or file, which its name keeps apart from those of the others. */
export function seeded(name: string): Seeded {
  const seed = process.env['SEED']
  if (seed === undefined) throw new Error('a test draws random data before its seed is set')
  let drawn = 0
  const block = () => createHash('sha256').update(`${seed} ${name} ${drawn++}`).digest()
  const bytes = (count: number) =>
    new Uint8Array(Buffer.concat(Array.from({ length: Math.ceil(count / 32) }, block)).subarray(0, count))
  const fraction = () => block().readUInt32BE() / 2 ** 32
  const key = () => bytesToHex(bytes(32))
  return {
    bytes,
    fraction,
    below: (limit) => Math.floor(fraction() * limit),
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: fraction() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
    account: () => privateKeyToAccount(key()),
    key,
  }
}
