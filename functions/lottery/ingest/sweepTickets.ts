import { createIngest } from './createIngest.ts'
import { ingestSignatures } from './ingestSignatures.ts'
import type { IngestEnv } from './IngestSettings.ts'
import { pullTickets } from './pullTickets.ts'

/** Waiting transactions that one run fetches again. */
const DUE = 100

/**
 * The scheduled work for tickets of the other chain: first the waiting transactions, then those that no delivery
 * contained, then the retention rules. Does nothing if no other chain is configured. Throws what the RPC client and the
 * store throw.
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
    // Also while the node is down, which is when more and more transactions wait.
    await ingest.inbox.prune(seconds)
  }
}
