import type { CacheEntry } from '../../schema/operation.ts'
import { ApiError } from './ApiError.ts'
import { withHeaders } from './headers.ts'

/** A serialised answer, ready to be sent again. */
export interface Answer {
  readonly body: Uint8Array
  /** All but those of the single response: Content-Type, Cache-Control, ETag, X-As-Of-Block, Vary and the common ones. */
  readonly headers: Headers
  /** Block as of which it is right; undefined where no chain is behind it. */
  readonly blockNumber: bigint | undefined
  /** A part of it could not be read. */
  readonly partial?: boolean
  /** Unix milliseconds. */
  readonly storedAt: number
}

interface Options {
  /** How long an answer of the newest block is right: one block. */
  readonly freshMs: number
  /** The edge cache, where there is one. */
  readonly edge: Cache | undefined
  readonly now: () => number
}

/** What the isolate keeps at most. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Answers of cached reads: in the isolate for one block, then in the edge cache for the contract's `s-maxage`. Identical
 * concurrent reads share one production. When producing fails, in whole or in part, the last good answer stands in within its
 * stale window.
 */
export class Answers {
  private readonly kept = new Map<string, Answer>()
  private readonly flights = new Map<string, Promise<Answer>>()
  private bytes = 0
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  /** The answer under a key while it is fresh, without waiting. */
  fresh(key: string): Answer | undefined {
    const answer = this.kept.get(key)
    return answer && this.options.now() - answer.storedAt < this.options.freshMs ? answer : undefined
  }

  /**
   * The answer under a key, no older than `minBlock`, with `stale` set when it stands in for a failed reading.
   *
   * Throws what `produce` throws when nothing stands in; behind_requested_block when the node has not got that far.
   */
  async load(
    key: string,
    cache: CacheEntry,
    minBlock: bigint | undefined,
    produce: () => Promise<Answer>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<{ answer: Answer; stale: boolean }> {
    const reaches = (answer: Answer) => minBlock === undefined || (answer.blockNumber ?? minBlock) >= minBlock
    const kept = this.fresh(key)
    if (kept && reaches(kept)) return { answer: kept, stale: false }
    try {
      const joined = this.flights.has(key)
      let answer = await this.share(key, minBlock === undefined ? cache : undefined, produce, waitUntil)
      // A reading that was under way already may be too old; one that starts now is as new as the node.
      if (joined && !reaches(answer)) answer = await this.share(key, undefined, produce, waitUntil)
      if (!reaches(answer)) throw new ApiError('behind_requested_block', `the node is at block ${answer.blockNumber}`)
      const whole = answer.partial ? this.standIn(key, cache, reaches) : undefined
      return whole ? { answer: whole, stale: true } : { answer, stale: false }
    } catch (error) {
      const last = isOutage(error) ? this.standIn(key, cache, reaches) : undefined
      if (last) return { answer: last, stale: true }
      throw error
    }
  }

  /** The last good answer under a key, within its stale window. */
  private standIn(key: string, cache: CacheEntry, reaches: (answer: Answer) => boolean): Answer | undefined {
    const last = this.kept.get(key)
    const window = 1000 * (cache.sMaxAge + cache.staleWhileRevalidate)
    const isGood = last && !last.partial && reaches(last) && this.options.now() - last.storedAt < window
    return isGood ? last : undefined
  }

  private share(
    key: string,
    edgeEntry: CacheEntry | undefined,
    produce: () => Promise<Answer>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Answer> {
    const underWay = this.flights.get(key)
    if (underWay) return underWay
    const flight = this.reach(key, edgeEntry, produce, waitUntil).finally(() => this.flights.delete(key))
    this.flights.set(key, flight)
    // The request that began it may be cancelled while others wait for the same answer.
    waitUntil(flight.catch(() => undefined))
    return flight
  }

  private async reach(
    key: string,
    edgeEntry: CacheEntry | undefined,
    produce: () => Promise<Answer>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Answer> {
    const { edge } = this.options
    const found = edge && edgeEntry && (await fromEdge(edge, key, this.options.now()))
    const answer = found ?? (await produce())
    this.keep(key, answer)
    if (edge && !found && !answer.partial)
      waitUntil(edge.put(edgeUrl(key), new Response(answer.body, { headers: edgeHeaders(answer) })))
    return answer
  }

  private keep(key: string, answer: Answer): void {
    const before = this.kept.get(key)
    // Two nodes may be a block apart: the newer answer stays while it is fresh.
    if (before && before === this.fresh(key) && (before.blockNumber ?? 0n) > (answer.blockNumber ?? 0n)) return
    if (before && answer.partial && !before.partial) return
    if (before) this.drop(key, before)
    this.kept.set(key, answer)
    this.bytes += answer.body.byteLength
    for (const [oldest, old] of this.kept) {
      if (this.bytes <= MAX_BYTES) break
      this.drop(oldest, old)
    }
  }

  private drop(key: string, answer: Answer): void {
    this.kept.delete(key)
    this.bytes -= answer.body.byteLength
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && ['upstream_failed', 'upstream_timeout', 'upstream_rate_limited'].includes(error.code)

const edgeUrl = (key: string): string => `https://answers.invalid/${encodeURIComponent(key)}`

/** Carries what a cached answer is, beside its bytes and headers. */
const META = 'x-answer'

const edgeHeaders = ({ headers, blockNumber }: Answer): Headers => {
  // The cache would keep one variant per Vary; its key names the variant already.
  const meta = { blockNumber: blockNumber?.toString(), vary: headers.get('vary') }
  const kept = withHeaders({ [META]: JSON.stringify(meta) }, headers)
  kept.delete('vary')
  return kept
}

async function fromEdge(edge: Cache, key: string, now: number): Promise<Answer | undefined> {
  const response = await edge.match(edgeUrl(key))
  const meta = response?.headers.get(META)
  if (!response || !meta) return undefined
  const { blockNumber, vary }: { blockNumber?: string; vary: string | null } = JSON.parse(meta)
  const headers = withHeaders(vary === null ? {} : { vary }, response.headers)
  // The cache's own marks are none of the answer's.
  for (const name of [META, 'age', 'cf-cache-status', 'content-length', 'date']) headers.delete(name)
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers,
    blockNumber: blockNumber === undefined ? undefined : BigInt(blockNumber),
    storedAt: now,
  }
}
