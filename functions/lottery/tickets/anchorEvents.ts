import { toBase58 } from '../../../shared/text/bytes.ts'

/** A ticket that the hook program recorded. */
export interface EntryRecorded {
  readonly name: 'LotteryEntryRecorded'
  readonly creatorMint: string
  readonly buyer: string
  /** Base units; positive. */
  readonly amount: bigint
}
/** Marks its invocation as repeating tickets that were recorded before. */
export interface EntriesRelayed {
  readonly name: 'EntriesRelayed'
}
/** Data that should be a known event but is malformed. */
export interface Unreadable {
  readonly name: 'unreadable'
  readonly reason: 'undecodable_data' | 'malformed_event' | 'zero_amount'
}
export type ProgramEvent = EntryRecorded | EntriesRelayed | Unreadable

/** First 8 bytes of sha256("event:<name>"), by which Anchor distinguishes its events. */
const ENTRY_RECORDED = '91168fca83aa66ab'
const ENTRIES_RELAYED = 'ddc9f7f4d293619f'

/**
 * The event in a data line of the hook program; null for one of another kind. Layouts, little-endian and exact:
 * LotteryEntryRecorded: creator mint 32 | buyer 32 | amount 8 | slot 8 | buffer count 4;
 * EntriesRelayed: creator mint 32 | count 4 | overflow count 8; both after 8 bytes of discriminator.
 */
export function decodeProgramEvent(base64: string): ProgramEvent | null {
  const bytes = decodeBase64(base64)
  if (!bytes) return { name: 'unreadable', reason: 'undecodable_data' }
  const discriminator = bytes.subarray(0, 8).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '')
  const malformed: Unreadable = { name: 'unreadable', reason: 'malformed_event' }
  if (discriminator === ENTRIES_RELAYED) return bytes.length === 52 ? { name: 'EntriesRelayed' } : malformed
  if (discriminator !== ENTRY_RECORDED) return null
  if (bytes.length !== 92) return malformed
  const amount = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(72, true)
  if (amount === 0n) return { name: 'unreadable', reason: 'zero_amount' }
  return {
    name: 'LotteryEntryRecorded',
    creatorMint: toBase58(bytes.subarray(8, 40)),
    buyer: toBase58(bytes.subarray(40, 72)),
    amount,
  }
}

/** RFC 4648 section 4, with padding: truncated text is refused instead of being decoded as far as it goes. */
function decodeBase64(text: string): Uint8Array | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return null
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
