import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { LotteryInbox } from '../store/lotteryInbox.ts'
import { BATCH, type Fetched, type SvmNode } from './createSvmNode.ts'
import { inboxEvents } from '../tickets/inboxEvents.ts'

export interface Ingest {
  readonly node: SvmNode
  readonly inbox: LotteryInbox
  readonly program: string
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface IngestReport {
  /** Transactions that are now processed, including those of earlier deliveries. */
  readonly resolved: number
  /** Of these, the number that had already been processed. */
  readonly known: number
  /** Events that are new in the inbox. */
  readonly inserted: number
  /** Events that were already there. */
  readonly duplicates: number
  readonly skippedReemit: number
  readonly failedTx: number
  /** Transactions without an event of the program. */
  readonly ignored: number
  /** Not available at finality yet; they wait in the store. */
  readonly unavailable: readonly string[]
}

/**
 * Fetches transactions by their signatures and stores what they recorded, one request at a time: what is stored stays,
 * whatever happens afterwards. Throws what the store throws.
 */
export async function ingestSignatures(
  signatures: readonly string[],
  { node, inbox, program, now }: Ingest,
): Promise<IngestReport> {
  const known = await inbox.known(signatures)
  const unknown = signatures.filter((signature) => !known.has(signature))
  if (known.size > 0) await inbox.settle([...known])
  const report = { inserted: 0, duplicates: 0, skippedReemit: 0, failedTx: 0, ignored: 0 }
  const missing: string[] = []
  for (let i = 0; i < unknown.length;) {
    const fetched = await fetchOrWait(node, unknown.slice(i, i + BATCH), unknown.slice(i))
    i += fetched.length
    const read = fetched.flatMap((item) =>
      'transaction' in item ? [inboxEvents(item.signature, item.transaction, program)] : [],
    )
    const unavailable = fetched.flatMap((item) =>
      'unavailable' in item ? [{ signature: item.signature, error: item.unavailable }] : [],
    )
    const seen = read.map((item) => item.seen)
    const events = read.flatMap((item) => item.events)
    const inserted = await inbox.commit({ seen, events, unavailable }, Math.floor(now() / 1000))
    const count = (outcome: string) => seen.filter((item) => item.outcome === outcome).length
    report.inserted += inserted
    report.duplicates += events.length - inserted
    report.skippedReemit += events.filter((event) => event.instructionKind === 'relay_entries_reemit').length
    report.failedTx += count('failed')
    report.ignored += count('ignored')
    missing.push(...unavailable.map(({ signature }) => signature))
  }
  return { ...report, known: known.size, resolved: signatures.length - missing.length, unavailable: missing }
}

/** The next transactions; if no node answers, all that are left wait, instead of failing one by one. */
async function fetchOrWait(node: SvmNode, next: readonly string[], left: readonly string[]): Promise<Fetched[]> {
  try {
    return await node.fetch(next)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return left.map((signature) => ({ signature, unavailable: error.code }))
  }
}
