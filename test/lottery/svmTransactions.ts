import { createHash } from 'node:crypto'
import { encodeBase58 } from 'ethers'
import { LOCAL_HOOK_PROGRAM as HOOK } from '../../localnet/svm/startSvm.ts'
import type { SvmRecord } from '../../localnet/svm/SvmState.ts'
import { seeded } from '../support/seeded.ts'

export const OTHER_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Linked to the profile of `voter` in the local world. */
export const LINKED_BUYER = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'

/** Base58 by another library than the Worker's. */
export const toBase58 = (bytes: Uint8Array): string => encodeBase58(bytes)
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function pubkeyBytes(text: string): Buffer {
  const value = [...text].reduce((sum, char) => sum * 58n + BigInt(ALPHABET.indexOf(char)), 0n)
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

const random = seeded('svm transactions')
export const newSignature = (): string => toBase58(random.bytes(64))
export const newKey = (): string => toBase58(random.bytes(32))

/** First 8 bytes of sha256("event:<name>"). */
const discriminator = (name: string): Buffer => createHash('sha256').update(`event:${name}`).digest().subarray(0, 8)
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}

export interface Ticket {
  readonly mint?: string
  readonly buyer?: string
  readonly amount?: bigint
}
export const MINT = 'So11111111111111111111111111111111111111112'

/** The bytes of a LotteryEntryRecorded event: 92 of them. */
export const ticketBytes = ({ mint = MINT, buyer = LINKED_BUYER, amount = 5n }: Ticket = {}): Buffer =>
  Buffer.concat([
    discriminator('LotteryEntryRecorded'),
    pubkeyBytes(mint),
    pubkeyBytes(buyer),
    u64(amount),
    u64(77n),
    u32(1),
  ])
/** The bytes of an EntriesRelayed event: 52 of them. */
export const relayedBytes = (mint = MINT): Buffer =>
  Buffer.concat([discriminator('EntriesRelayed'), pubkeyBytes(mint), u32(2), u64(0n)])

/** Log lines of an invocation of a program at a depth, with what it does meanwhile. */
export const invocation = (program: string, depth: number, inner: readonly string[]): string[] => [
  `Program ${program} invoke [${depth}]`,
  ...inner,
  `Program ${program} consumed 1400 of 200000 compute units`,
  `Program ${program} success`,
]
export const data = (bytes: Uint8Array): string => `Program data: ${Buffer.from(bytes).toString('base64')}`

/** Logs of a buy: a transfer that calls the hook, which records tickets. */
export const buyLogs = (...tickets: readonly Ticket[]): string[] =>
  invocation(OTHER_PROGRAM, 1, [
    'Program log: Instruction: TransferChecked',
    ...invocation(HOOK, 2, [
      'Program log: Instruction: Execute',
      ...tickets.map((ticket) => data(ticketBytes(ticket))),
    ]),
  ])

let slot = 1000
/** A finalized transaction of the hook program. */
export const recorded = (logMessages: readonly string[], changes: Partial<SvmRecord> = {}): SvmRecord => ({
  signature: newSignature(),
  slot: ++slot,
  blockTime: 1_780_000_000 + slot,
  commitment: 'finalized',
  version: 'legacy',
  accountKeys: [newKey(), OTHER_PROGRAM, HOOK],
  loadedAddresses: [],
  err: null,
  logMessages: [...logMessages],
  ...changes,
})

/** A delivery of transactions as a provider pushes them raw: all but the signatures may be a lie. */
export const pushed = (...transactions: readonly SvmRecord[]): unknown[] =>
  transactions.map(({ signature }) => ({
    blockTime: 1,
    slot: 1,
    meta: { err: null, logMessages: buyLogs({ amount: 999_999n }) },
    transaction: { signatures: [signature], message: { accountKeys: [HOOK] } },
  }))
