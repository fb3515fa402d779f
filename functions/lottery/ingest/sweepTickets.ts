import { createIngest } from './createIngest.ts'
import { ingestSignatures } from './ingestSignatures.ts'
import type { IngestEnv } from './IngestSettings.ts'
import { pullTickets } from './pullTickets.ts'

/** Transactions waited for that one run looks for again. */
const DUE = 100

/**
 * The schedule's part for tickets of the other chain: what is waited for, then what no delivery told of, then the
 * retention rules. Does nothing where no other chain is configured. Throws what the RPC client and the store throw.
 */
export async function sweepTickets(
  env: IngestEnv & { readonly DB: D1Database },
  now: () => number = Date.now,
): Promise<void> {
  const ingest = createIngest(env, now)
  if (!ingest) return
  const seconds = Math.floor(now() / 1000)
  try {
    await ingestSignatures(await ingest.inbox.due(seconds, DUE), ingest)
    await pullTickets(ingest)
  } finally {
    // Also while the node is down, which is when more and more is waited for.
    await ingest.inbox.prune(seconds)
  }
}
