import { keccak256, zeroHash } from 'viem'
import { logError } from '../../log/logError.ts'
import type { ReadOutside } from '../../outside/ReadOutside.ts'
import type { FeedbackCheck, FeedbackChecks } from '../../store/feedbackChecks.ts'
import type { FeedbackRow } from '../../store/feedbackRows.ts'
import { sha256 } from '../../text/bytes.ts'

/**
 * `match`: the document at feedbackURI is the one whose keccak-256 the client put on chain; `mismatch`: it is another one;
 * `unavailable`: it was not read; `absent`: there is no URI or no hash, as for content-addressed URIs.
 */
export type HashCheck = FeedbackCheck['outcome'] | 'absent'

export interface HashChecked {
  readonly hashCheck: HashCheck
  /** Unix seconds; null if there was nothing to check, or it was not tried. */
  readonly hashCheckedAt: number | null
}

export interface HashChecker {
  readonly checks: FeedbackChecks
  readonly readOutside: ReadOutside
  /** Unix milliseconds. */
  readonly now: () => number
}

/** Documents that one request has read, and for how long. */
const DOCUMENTS = 8
const MILLISECONDS = 4000

/** Not tried: the document was not read. */
export const UNCHECKED: HashChecked = { hashCheck: 'unavailable', hashCheckedAt: null }

/**
 * Whether the documents of some feedback match their hashes (ERC-8004: keccak-256 of the content of feedbackURI), in the
 * order of the rows. Checked documents are not read again; of the rest, the first eight are read at once, within four
 * seconds, unless `mayRead` is false, besides `data:` URIs, which contain their document. Throws configuration_invalid.
 */
export async function checkHashes(
  { checks, readOutside, now }: HashChecker,
  rows: readonly FeedbackRow[],
  mayRead = true,
): Promise<HashChecked[]> {
  const seconds = Math.floor(now() / 1000)
  const check = async (row: FeedbackRow, uri: string): Promise<FeedbackCheck['outcome']> => {
    const read = await readOutside(uri, { milliseconds: MILLISECONDS })
    if (!read.ok) return 'unavailable'
    return keccak256(read.bytes) === row.feedbackHash ? 'match' : 'mismatch'
  }
  const outcomes = new Map<FeedbackRow, HashChecked>()
  const open: { readonly row: FeedbackRow; readonly uri: string; readonly uriHash: string }[] = []
  for (const row of rows) {
    const uri = row.feedbackUri
    if (uri === '' || row.feedbackHash === zeroHash) outcomes.set(row, { hashCheck: 'absent', hashCheckedAt: null })
    else if (uri === null) outcomes.set(row, UNCHECKED)
    else if (/^data:/i.test(uri)) outcomes.set(row, { hashCheck: await check(row, uri), hashCheckedAt: seconds })
    else open.push({ row, uri, uriHash: await sha256(uri) })
  }
  const [first] = open
  if (first) {
    const hashes = open.map(({ uriHash }) => uriHash)
    const known = await checks.known(first.row, hashes, seconds).catch(logged)
    const isOf = (made: FeedbackCheck, { row, uriHash }: (typeof open)[number]) =>
      made.uriHash === uriHash &&
      made.client === row.client &&
      made.feedbackIndex === row.feedbackIndex &&
      made.feedbackHash === row.feedbackHash
    const untried: typeof open = []
    for (const one of open) {
      const made = known?.find((check) => isOf(check, one))
      if (made) outcomes.set(one.row, { hashCheck: made.outcome, hashCheckedAt: made.checkedAt })
      else untried.push(one)
    }
    const made = await Promise.all(
      untried.slice(0, mayRead ? DOCUMENTS : 0).map(async ({ row, uri, uriHash }): Promise<FeedbackCheck> => {
        const outcome = await check(row, uri)
        outcomes.set(row, { hashCheck: outcome, hashCheckedAt: seconds })
        const { chain, registry, agentId, client, feedbackIndex, feedbackHash } = row
        const key = { chain, registry, agentId, client, feedbackIndex, feedbackHash, uriHash }
        return { ...key, outcome, checkedAt: seconds }
      }),
    )
    if (made.length > 0) await checks.save(made).catch(logged)
  }
  return rows.map((row) => outcomes.get(row) ?? UNCHECKED)
}

/** A store that fails costs another look at the document, and no answer. */
const logged = (error: unknown): null => {
  logError('warn', 'feedback_checks_unavailable', error)
  return null
}
