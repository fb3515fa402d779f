import type { AsOf } from '../chain/chain.ts'
import type { ReadHead } from '../chain/program.ts'
import { ApiError } from '../errors/ApiError.ts'
import { readText } from '../text/readBounded.ts'
import { askFamily, unavailable } from './askFamily.ts'
import { isTooLong } from '../http/readInput.ts'
import { logError } from '../log/logError.ts'
import { FAMILY_READS, parseAnswers, writeReads } from '../http/familyReads.ts'

/** A read of a batch: the family that answers it, and its URL. */
export interface BatchedRead {
  readonly family: string
  readonly url: string
}

interface Batched {
  /** The block at which the reads of the chain were made; null if there were none. */
  readonly asOf: AsOf | null
  /** The answer to each read, as JSON text; an error for a family that does not respond. */
  readonly answers: readonly (string | ApiError)[]
}

/** No batch takes longer. */
const MOST_MS = 30_000
/** How long a family may take before the block is known: all others wait for it. */
const MOST_FIRST_MS = 12_000
/** Four times what a family may answer: characters of JSON have up to four bytes. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Reads of any families at one block, with one request to each family: first those of one that determines the block, then those of
 * all others at once.
 *
 * @param about headers of the caller, as each read has them, and what ends the batch
 */
export async function readBatch(
  env: object,
  reads: readonly BatchedRead[],
  { headers, signal }: { readonly headers: HeadersInit; readonly signal: AbortSignal },
): Promise<Batched> {
  const answers: (string | ApiError)[] = []
  const minBlock = oldest(reads)
  const until = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)])
  let head: ReadHead | undefined
  const ask = async (family: string, indices: readonly number[]) => {
    const urls = indices.map((index) => reads[index]?.url ?? '')
    const body = writeReads({ urls, head, minBlock })
    const request = new Request(FAMILY_READS, { method: 'POST', headers, body, signal: until })
    try {
      const found = parseAnswers(
        await readText(await askFamily(env, family, request, head ? MOST_MS : MOST_FIRST_MS), MOST_BYTES),
      )
      head ??= found.head
      for (const [i, index] of indices.entries()) answers[index] = found.answers[i] ?? unavailable(family)
    } catch (error) {
      logError('warn', 'family_unavailable', error)
      for (const index of indices) answers[index] = unavailable(family)
    }
  }
  const others: Promise<void>[] = []
  const sendable = [...reads.entries()].flatMap(([index, { url }]) => {
    if (!isTooLong(url)) return [index]
    answers[index] = new ApiError('uri_too_long')
    return []
  })
  for (const [family, indices] of Map.groupBy(sendable, (index) => reads[index]?.family ?? '')) {
    const asking = ask(family, indices)
    if (head) others.push(asking)
    else await asking
  }
  await Promise.all(others)
  return { asOf: head ? { ...head, blockNumber: String(head.blockNumber), source: 'rpc' } : null, answers }
}

/** The oldest block that is useful to all: the greatest that one of them names. */
function oldest(reads: readonly BatchedRead[]): bigint | undefined {
  const named = reads.flatMap(({ url }) => {
    const given = URL.parse(url)?.searchParams.get('minBlock') ?? ''
    return /^\d{1,15}$/.test(given) ? [BigInt(given)] : []
  })
  return named.length === 0 ? undefined : named.reduce((one, other) => (one > other ? one : other))
}
