import { z } from 'zod'
import { Refusal } from '../standIn.ts'

/** A transaction as the stand-in stores it: what the node reports about it, and how certain it is by now. */
export type SvmRecord = Readonly<z.infer<typeof SvmRecord>>
const base58 = (least: number, most: number) => z.string().regex(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${least},${most}}$`))
const address = base58(32, 44)
const SvmRecord = z.strictObject({
  signature: base58(64, 88),
  slot: z.int().nonnegative(),
  /** Unix seconds. */
  blockTime: z.int().nullable().default(null),
  commitment: z.enum(['processed', 'confirmed', 'finalized']).default('finalized'),
  version: z.union([z.literal('legacy'), z.int()]).default('legacy'),
  accountKeys: z.array(address).min(1),
  /** Accounts from address lookup tables. */
  loadedAddresses: z.array(address).default([]),
  /** The runtime's error for a failed transaction; null for one that succeeded. */
  err: z.unknown().default(null),
  logMessages: z.array(z.string()).nullable(),
})

/** Checks data from the network. Throws a Refusal. */
export function readRecords(values: readonly unknown[]): SvmRecord[] {
  const { data, error } = z.array(SvmRecord).safeParse(values)
  if (!data) throw new Refusal(400, 'invalid', String(error))
  return data
}
