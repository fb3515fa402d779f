import type { CacheEntry } from '../../schema/operation.ts'
import type { AsOf } from '../chain/chain.ts'
import type { ReadItem } from '../chain/ReadBatch.ts'
import { Memory, type Kept } from '../cache/Memory.ts'
import { SingleFlight } from '../cache/SingleFlight.ts'
import { ApiError, isOutage } from '../errors/ApiError.ts'
import { withHeaders } from './headers.ts'

/** A serialised answer, ready to be sent again. */
export interface Answer {
  readonly body: Uint8Array
  /**
   * The headers that every copy of the answer shares: Content-Type, Cache-Control, ETag, X-As-Of-Block, Vary and the
   * common ones.
   */
  readonly headers: Headers
  /** Its block; undefined if it does not come from a chain. */
  readonly blockNumber: bigint | undefined
  /** Its block with everything that distinguishes it, unless the answer comes from the edge cache. */
  readonly asOf?: AsOf | undefined
  /** Whether a part of it could not be read. */
  readonly partial?: boolean
  /** Whether it is as of a block that is final: it stays fresh. */
  readonly isFinal?: boolean | undefined
  /** Unix milliseconds. */
  readonly storedAt: number
}

interface Options {
  /** How long an answer as of the newest block is correct: one block. */
  readonly freshMs: number
  /**
   * The edge cache, if there is one, and what distinguishes this deployment from others on its zone: its public base
   * URL.
   */
  readonly edge: { readonly cache: Cache; readonly deployment: string } | undefined
  readonly now: () => number
  /** The isolate's memory. */
  readonly memory?: Memory
}

/** Share of the isolate's memory. */
const KEPT_BYTES = 14 * 1024 * 1024
const ANSWER_BYTES = 512
const HEADER_BYTES = 64
/** How long the answer as of a final block is kept, if there is room. */
const FINAL_MS = 86_400_000
/** The memory that an answer takes: its body, and its headers with the runtime's overhead for each. */
function bytesOf({ body, headers }: Answer): number {
  let bytes = ANSWER_BYTES + body.byteLength
  for (const [name, value] of headers) bytes += HEADER_BYTES + name.length + value.length
  return bytes
}

/**
 * Answers of cached reads: in the isolate for one block, then in the edge cache for the contract's `s-maxage`.
 * Identical concurrent reads share one production. When producing fails, in whole or in part, the last good answer
 * stands in within its stale window.
 */
export class Answers {
  readonly #kept: Kept<Answer>
  readonly #flights = new SingleFlight<Answer>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.#kept = (options.memory ?? new Memory(options.now)).cache(KEPT_BYTES, bytesOf)
  }

  /** The answer under a key while it is fresh, without waiting. */
  fresh(key: string): Answer | undefined {
    const answer = this.#kept.get(key)
    return answer && (answer.isFinal || this.#options.now() - answer.storedAt < this.#options.freshMs)
      ? answer
      : undefined
  }

  /**
   * The answer under a key, no older than `minBlock`, with `stale` set when it stands in for a failed reading.
   *
   * Throws what `produce` throws when nothing can stand in; behind_requested_block when the node has not reached the
   * block yet.
   */
  async load(
    key: string,
    cache: CacheEntry,
    minBlock: bigint | undefined,
    produce: () => Promise<Answer>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<{ answer: Answer; stale: boolean }> {
    const kept = this.fresh(key)
    if (kept && isReached(kept, minBlock)) return { answer: kept, stale: false }
    const reaches = (answer: Answer) => isReached(answer, minBlock)
    const make = (mayBeEdge: boolean) => this.#make(key, cache, mayBeEdge, produce, waitUntil)
    try {
      const joined = this.#flights.has(key)
      let answer = await this.#flights.run(key, () => make(minBlock === undefined), { waitUntil })
      // A reading that was already in progress may be too old, and did not query other nodes for this block.
      if (joined && !reaches(answer))
        answer = await this.#flights.run(`${key} ${minBlock}`, () => make(false), { waitUntil })
      requireReached(answer, minBlock)
      const whole = answer.partial ? this.#standIn(key, cache, reaches) : undefined
      return whole ? { answer: whole, stale: true } : { answer, stale: false }
    } catch (error) {
      const last = isOutage(error) ? this.#standIn(key, cache, reaches) : undefined
      if (last) return { answer: last, stale: true }
      throw error
    }
  }

  /**
   * The answer to an item of a batch, made for it alone: another request's may be of another block. It is kept if its block was the
   * newest; nothing stands in for it. Throws what `produce` throws, and behind_requested_block.
   */
  async loadAlone(
    key: string,
    cache: CacheEntry,
    minBlock: bigint | undefined,
    produce: () => Promise<Answer>,
    item: ReadItem,
  ): Promise<Answer> {
    const answer = await produce()
    requireReached(answer, minBlock)
    const isNewest = answer.asOf?.source !== 'rpc' || item.isNewest()
    if (isNewest && (answer.partial || answer.headers.get('cache-control') !== 'no-store'))
      this.#keep(key, answer, cache)
    return answer
  }

  /** The last good answer under a key, within its stale window. */
  #standIn(key: string, cache: CacheEntry, reaches: (answer: Answer) => boolean): Answer | undefined {
    if (cache.standIn === false) return undefined
    const last = this.#kept.get(key)
    const isGood = last && !last.partial && reaches(last) && this.#options.now() - last.storedAt < staleMs(cache)
    return isGood ? last : undefined
  }

  /** From the edge cache, or else produced; then kept. */
  async #make(
    key: string,
    cache: CacheEntry,
    mayBeEdge: boolean,
    produce: () => Promise<Answer>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Answer> {
    const { edge, now } = this.#options
    const url = edge && edgeUrl(edge.deployment, key)
    const found = edge && url !== undefined && mayBeEdge ? await fromEdge(edge.cache, url, now()) : undefined
    const answer = found ?? (await produce())
    if (!answer.partial && answer.headers.get('cache-control') === 'no-store') return answer
    this.#keep(key, answer, cache)
    if (edge && url !== undefined && !found && !answer.partial)
      waitUntil(edge.cache.put(url, new Response(answer.body, { headers: edgeHeaders(answer) })))
    return answer
  }

  #keep(key: string, answer: Answer, cache: CacheEntry): void {
    const before = this.fresh(key)
    // Two nodes may be a block apart: the newer answer is kept while it is fresh.
    if (before && (before.blockNumber ?? 0n) > (answer.blockNumber ?? 0n)) return
    const last = this.#kept.get(key)
    if (answer.partial && last && !last.partial) return
    const { freshMs } = this.#options
    const keptMs = answer.partial ? freshMs : Math.max(freshMs, answer.isFinal ? FINAL_MS : staleMs(cache))
    this.#kept.set(key, answer, answer.storedAt + keptMs)
  }
}

/** Throws behind_requested_block if an answer is as of an older block than the request accepts. */
export function requireReached(answer: Answer, minBlock: bigint | undefined): void {
  if (!isReached(answer, minBlock))
    throw new ApiError('behind_requested_block', `the newest readable block is ${answer.blockNumber}`)
}

const isReached = ({ blockNumber }: Answer, minBlock: bigint | undefined): boolean =>
  minBlock === undefined || (blockNumber ?? minBlock) >= minBlock

/** How long an answer may stand in for a failing node. */
const staleMs = ({ sMaxAge, staleWhileRevalidate }: CacheEntry): number => 1000 * (sMaxAge + staleWhileRevalidate)

/** Deployments on one zone share its edge cache, and may serve different chains. */
const edgeUrl = (deployment: string, key: string): string =>
  `https://answers.invalid/${encodeURIComponent(`${deployment} ${key}`)}`

/** Stores the properties of a cached answer besides its bytes and headers. */
const META = 'x-answer'
interface EdgeMeta {
  readonly blockNumber: string | undefined
  readonly vary: string | null
  readonly isFinal: boolean | undefined
}

const edgeHeaders = ({ headers, blockNumber, isFinal }: Answer): Headers => {
  // The cache would keep one variant per Vary; its key already names the variant.
  const meta: EdgeMeta = { blockNumber: blockNumber?.toString(), vary: headers.get('vary'), isFinal }
  const kept = withHeaders({ [META]: JSON.stringify(meta) }, headers)
  kept.delete('vary')
  return kept
}

async function fromEdge(edge: Cache, url: string, now: number): Promise<Answer | undefined> {
  const response = await edge.match(url)
  const meta = response?.headers.get(META)
  if (!response || !meta) return undefined
  const { blockNumber, vary, isFinal }: EdgeMeta = JSON.parse(meta)
  const headers = withHeaders(vary === null ? {} : { vary }, response.headers)
  // Headers that the cache itself added do not belong to the answer.
  for (const name of [META, 'age', 'cf-cache-status', 'content-length', 'date']) headers.delete(name)
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers,
    blockNumber: blockNumber === undefined ? undefined : BigInt(blockNumber),
    isFinal,
    storedAt: now,
  }
}
