import type { Chain } from '../../../shared/chain/chain.ts'
import type { EntryPosition, EntryRow } from '../store/amoe.ts'
import { acceptedEntries, type Block, type EntryReader, readBlock } from './acceptedEntries.ts'
import type { AmoeLedger } from './AmoeLedger.ts'
import type { Amoe } from './createAmoe.ts'

/** Entries per request, and per run. */
const PAGE = 50
const PAGES = 10
const STALE_LEDGERS = 20

/** Seconds after its deadline from which an undecidable entry is refunded. */
const GIVE_UP = 7 * 86_400

export interface Sweep extends EntryReader {
  readonly ledger: Amoe['ledger']
  /** `finalized`, `safe`, or the number of blocks above a final one. */
  readonly finality: string
}

/**
 * Ends entries whose deadline is before the newest final block: if the router's events up to that block show them they
 * are entered, else they cannot be any more, and the credits are returned, once. Undecidable entries wait for the next run;
 * a week after the deadline their credits are returned even so, because a node that fails must not hold credits back for ever.
 * Then makes ledgers that were marked stale write their projection again.
 *
 * Throws what the node and D1 throw, and an AggregateError of what ledgers threw, after all the others have been called;
 * the next run goes on.
 */
export async function refundEntries({ ledger, finality, ...evidence }: Sweep): Promise<void> {
  const { chain, projection } = evidence
  const failed: unknown[] = []
  // A ledger that fails does not hold up the others.
  const tolerant: Asking = (profileId, ask) => ledger(profileId, ask).catch((error: unknown) => void failed.push(error))
  const [oldest] = await projection.openEntries(chain.config.chainId, Number.MAX_SAFE_INTEGER, undefined, 1)
  const final = oldest && (await finalBlock(chain, finality))
  if (final) await endEntries(final, evidence, tolerant)
  for (const profileId of await projection.staleLedgers(STALE_LEDGERS))
    await tolerant(profileId, (own) => own.republish(profileId))
  if (failed.length > 0) throw new AggregateError(failed, 'ledgers could not be reached')
}

type Asking = (profileId: string, ask: (own: DurableObjectStub<AmoeLedger>) => Promise<unknown>) => Promise<unknown>

async function endEntries(final: Block, evidence: EntryReader, ledger: Asking): Promise<void> {
  const { chain, projection, now } = evidence
  const found: EntryRow[] = []
  let after: EntryPosition | undefined
  for (let page = 0; page < PAGES; page++) {
    const entries = await projection.openEntries(chain.config.chainId, final.time, after, PAGE)
    const taken = await acceptedEntries(evidence, final, entries, found)
    for (const [i, entry] of entries.entries()) {
      const { profileId, nonce, deadline } = entry
      const known = taken[i] ?? null
      if (known === null && final.time - deadline < GIVE_UP) continue
      const status = known ? 'entered' : 'refunded'
      if (known) found.push(entry)
      await ledger(profileId, (own) => own.resolve(profileId, nonce, status, Math.floor(now() / 1000)))
    }
    after = entries.at(-1)
    if (entries.length < PAGE) return
  }
}

async function finalBlock(chain: Chain, finality: string): Promise<Block | undefined> {
  if (!/^\d+$/.test(finality)) return readBlock(chain, finality)
  const head = await readBlock(chain, 'latest')
  const number = head.number - Number(finality)
  if (number === head.number) return head
  return number < 0 ? undefined : readBlock(chain, number)
}
