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

/** An account as a node returns it with encoding `jsonParsed`. */
export interface SvmAccount {
  readonly owner: string
  readonly lamports: number
  readonly data: unknown
}

/** By base58 public key. */
export type SvmAccounts = Map<string, SvmAccount>

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
/** Public key of `payer.json`, a publicly known key pair: never send anything of value to it. */
export const LOCAL_PAYER = 'Bd9hkbvdQEzjQbGRkPNWTL929UcimYXSa2rJN2i61TkU'

/** The accounts of a new stand-in: the local payer alone, with ten SOL. */
export const firstAccounts = (): SvmAccounts =>
  new Map([[LOCAL_PAYER, { owner: SYSTEM_PROGRAM, lamports: 10_000_000_000, data: ['', 'base64'] }]])

/**
 * The result of a method over accounts, or undefined for another method or for invalid parameters. No program runs: the
 * accounts that one would create are added with `local_setAccount`.
 */
export function resultOverAccounts(
  method: string,
  [first, second]: readonly unknown[],
  accounts: SvmAccounts,
): unknown {
  const account = (key: unknown) => {
    const found = accounts.get(String(key))
    return found === undefined ? null : { executable: false, rentEpoch: 0, space: 0, ...found }
  }
  const at = (value: unknown) => ({ context: { slot: 1 }, value })
  if (method === 'getAccountInfo') return at(account(first))
  if (method === 'getMultipleAccounts' && Array.isArray(first)) return at(first.map(account))
  if (method === 'getBalance') return at(accounts.get(String(first))?.lamports ?? 0)
  if (method !== 'local_setAccount' || !isAccount(second)) return undefined
  accounts.set(String(first), second)
  return null
}

const isAccount = (value: unknown): value is SvmAccount =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'lamports' in value &&
  typeof value.lamports === 'number'
