import type { InboxEvent, SeenTransaction } from '../store/ingestCommit.ts'
import { decodeProgramEvent } from './anchorEvents.ts'
import { programData } from './programData.ts'

/** Index of the data line for a row that stands for the logs as a whole. */
const WHOLE = -1

/** The fields that are used of a finalized transaction of an SVM chain (Solana JSON-RPC, getTransaction). */
export interface SvmTransaction {
  readonly slot: number
  readonly blockTime?: number | null | undefined
  readonly meta: {
    /** Null if it succeeded. */
    readonly err?: unknown
    readonly logMessages?: readonly string[] | null | undefined
    readonly loadedAddresses?:
      { readonly writable: readonly string[]; readonly readonly: readonly string[] } | null | undefined
  }
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } }
}

/**
 * Events of a finalized transaction for the inbox. A failed one, and one without the program, adds nothing. If logs are
 * incomplete, invocations that ended count as usual; one whose end is missing may have been a relay, so its events are
 * quarantined, and one more quarantined row says that the logs as a whole need manual review.
 */
export function inboxEvents(
  signature: string,
  { slot, blockTime, meta, transaction }: SvmTransaction,
  program: string,
): { seen: SeenTransaction; events: InboxEvent[] } {
  const seen = (outcome: SeenTransaction['outcome']) => ({ signature, slot, outcome })
  if (meta.err !== null) return { seen: seen('failed'), events: [] }
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const takesPart = [...transaction.message.accountKeys, ...writable, ...readonly].includes(program)
  if (!takesPart) return { seen: seen('ignored'), events: [] }

  const { lines, fault, open } = programData(meta.logMessages ?? [], program)
  const found = lines.flatMap((line) => {
    const event = decodeProgramEvent(line.base64)
    return event ? [{ ...line, event }] : []
  })
  const relayed = new Set(found.flatMap(({ invocation, event }) => (event.name === 'EntriesRelayed' ? invocation : [])))
  const positionOf = (invocation: number, index: number) => ({
    signature,
    slot,
    blockTime: blockTime ?? null,
    instructionIndex: invocation,
    eventIndex: index,
    instructionKind: relayed.has(invocation) ? ('relay_entries_reemit' as const) : ('buy_path' as const),
  })
  const unread = { creatorMint: null, buyerSvm: null, amountRaw: null }
  const events = found.flatMap(({ invocation, index, event }): InboxEvent[] => {
    if (event.name === 'EntriesRelayed') return []
    if (event.name === 'unreadable')
      return [{ ...positionOf(invocation, index), ...unread, quarantineReason: event.reason }]
    const { creatorMint, buyer: buyerSvm, amount } = event
    return [
      {
        ...positionOf(invocation, index),
        creatorMint,
        buyerSvm,
        amountRaw: String(amount),
        quarantineReason: open.includes(invocation) ? fault : null,
      },
    ]
  })
  if (fault !== null)
    events.push({ ...positionOf(lines.at(-1)?.invocation ?? 0, WHOLE), ...unread, quarantineReason: fault })
  return { seen: seen(events.length > 0 ? 'ingested' : 'ignored'), events }
}
