import type { IngestCursor } from '../store/ingestCursor.ts'
import { BATCH, PAGE, type SvmSignature } from './createSvmNode.ts'
import { ingestSignatures, type Ingest } from './ingestSignatures.ts'

export interface PullBounds {
  /** Pages of history that one run reads, and lines per page, at least two. */
  readonly pages: number
  readonly page: number
  /** Transactions that one run fetches. */
  readonly transactions: number
}

export const PULL_BOUNDS: PullBounds = { pages: 10, page: PAGE, transactions: 200 }

/**
 * Reads the program's own history from the cursor on, oldest first, so that a ticket comes in even if no delivery
 * contained it. The node returns history backwards: a run walks back from where the last walk stopped, or from the
 * newest transaction, until it reaches the cursor; only then does it ingest, and never past a transaction that is not
 * available. Bounded, resumable, safe when run twice at once. Throws what the RPC client and the store throw.
 */
export async function pullTickets(ingest: Ingest, bounds: PullBounds = PULL_BOUNDS): Promise<void> {
  const { node, inbox, now } = ingest
  const seconds = () => Math.floor(now() / 1000)
  let cursor = await inbox.cursor()
  const walked: SvmSignature[] = []
  let before = cursor.walkBefore
  for (let met = false, pages = 0; !met; pages++) {
    if (pages === bounds.pages) {
      // The last line walked is also part of the next run, so that no run is without lines.
      await inbox.moveCursor(cursor, { walkBefore: walked.at(-2)?.signature ?? before }, seconds())
      return
    }
    const page = await node.page({ before, until: cursor.lastSignature, limit: bounds.page })
    walked.push(...page)
    before = page.at(-1)?.signature ?? before
    met = page.length < bounds.page
  }

  const oldestFirst = walked.toReversed()
  const taken = oldestFirst.slice(0, bounds.transactions)
  for (let i = 0; i < taken.length; i += BATCH) {
    const part = taken.slice(i, i + BATCH)
    const { unavailable } = await ingestSignatures(
      part.map(({ signature }) => signature),
      ingest,
    )
    const stop = part.findIndex(({ signature }) => unavailable.includes(signature))
    const last = stop < 0 ? part.at(-1) : part[stop - 1]
    if (last) {
      const moved = await advance(cursor, last)
      if (!moved) return
      cursor = moved
    }
    if (stop >= 0) return
  }
  // The walked part is done: the next run starts at the newest transaction again.
  if (cursor.walkBefore !== null && taken.length === oldestFirst.length)
    await inbox.moveCursor(cursor, { walkBefore: null }, seconds())

  async function advance(from: IngestCursor, { signature, slot }: SvmSignature): Promise<IngestCursor | null> {
    const to = { lastSignature: signature, lastSlot: slot }
    return (await inbox.moveCursor(from, to, seconds())) ? { ...from, ...to, revision: from.revision + 1 } : null
  }
}
