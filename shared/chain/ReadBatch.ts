import { AsyncLocalStorage } from 'node:async_hooks'
import { ApiError } from '../errors/ApiError.ts'
import { requestScope } from '../log/requestScope.ts'
import type { Graph } from './calls.ts'
import type { Evaluation } from './evaluate.ts'
import type { ReadHead } from './program.ts'
import type { RpcCall, RpcReply } from './RpcCall.ts'

/** A request of a batch, as its reads of the chain see the batch. */
export interface ReadItem {
  /** Whether the block of the batch was read by itself, as the newest. */
  isNewest(): boolean
  /** The block of the batch, once it is known. */
  head(): ReadHead | undefined
  /** Whether an answer as of a block belongs to the batch. The first determines its block, if nothing else has. */
  accepts(head: ReadHead): boolean
  /** The first id of a graph's calls, which no other graph of the batch has. */
  nextIds(): number
  /** Reads together with other items, at the block of the batch. Throws what `read` throws. */
  read(wanted: Wanted, read: ReadGraphs): Promise<Found>
}

/** The request of a batch on whose behalf code runs. */
export const readItem = new AsyncLocalStorage<ReadItem>()

/** The calls of one `chain.read`. */
interface Wanted {
  readonly graph: Graph
  readonly carried: readonly RpcCall[]
}

/** Results of calls, and their block. */
interface Found {
  readonly evaluationOf: (graph: Graph) => Evaluation
  readonly head: ReadHead
  readonly carried: readonly RpcReply[]
}

/**
 * Reads graphs and carried calls in one upstream request, at a block or the newest. Throws TooCostly if one graph alone may be at
 * fault, and upstream errors.
 */
export type ReadGraphs = (
  graphs: readonly Graph[],
  carried: readonly RpcCall[],
  at: ReadHead | undefined,
) => Promise<Found>

/** Calls of one graph need more gas or requests than a read may take: those of others may not. */
export class TooCostly extends ApiError {
  constructor() {
    super('upstream_failed')
  }
}

interface Queued extends Wanted {
  readonly read: ReadGraphs
  readonly resolve: (found: Found) => void
  readonly reject: (error: unknown) => void
}

/** How long reads wait for another item's after the last one came: an item may wait for a store first. */
const MOST_WAIT_MS = 100
/** Ids of calls that one graph may use. */
const IDS = 1 << 20

/**
 * The reads of the chain by the items of one batch. Reads that all items wait for become one upstream request, and all are made at
 * one block: the one that is given, or that of the first.
 */
export class ReadBatch {
  readonly #minBlock: bigint | undefined
  #isNewest = false
  #head: ReadHead | undefined
  #queue: Queued[] = []
  /** Items that have not ended, and those of them that wait for a read in the queue. */
  #running = 0
  readonly #waiting = new Set<ReadItem>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The last request that was sent before the block was known. */
  #first: Promise<void> | undefined
  #graphs = 0

  constructor({ head, minBlock }: { readonly head: ReadHead | undefined; readonly minBlock: bigint | undefined }) {
    this.#head = head
    this.#minBlock = minBlock
  }

  /** The block of the batch, once it is known. */
  get head(): ReadHead | undefined {
    return this.#head
  }

  /** Runs an item to its end. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const item: ReadItem = {
      isNewest: () => this.#isNewest,
      head: () => this.#head,
      accepts: (head) => this.#accepts(head),
      nextIds: () => IDS * this.#graphs++,
      read: (wanted, read) => {
        const { promise, resolve, reject } = Promise.withResolvers<Found>()
        this.#queue.push({ ...wanted, read, resolve, reject })
        this.#waiting.add(item)
        this.#schedule()
        return promise
      },
    }
    this.#running++
    try {
      return await readItem.run(item, work)
    } finally {
      this.#running--
      this.#waiting.delete(item)
      this.#schedule()
    }
  }

  #accepts(head: ReadHead): boolean {
    if (!this.#head && !this.#first && (this.#minBlock ?? 0n) <= head.blockNumber) this.#head = head
    return isSameBlock(head, this.#head)
  }

  /** Sends the queue once every item waits for it, or no other has come for a while. */
  #schedule(): void {
    if (this.#queue.length === 0) return
    const isReady = this.#waiting.size >= this.#running
    clearTimeout(this.#timer)
    // Reads that an item makes at once are in the queue by then.
    this.#timer = setTimeout(() => void this.#flush(), isReady ? 0 : MOST_WAIT_MS)
  }

  async #flush(): Promise<void> {
    const queued = this.#queue
    this.#queue = []
    this.#waiting.clear()
    this.#timer = undefined
    // One request at a time, until one has determined the block.
    for (let before; !this.#head && this.#first !== before;) {
      before = this.#first
      await before
    }
    const scope = { id: undefined, ...requestScope.getStore(), minBlock: this.#minBlock }
    const sent = requestScope.run(scope, () => this.#send(queued))
    if (!this.#head) this.#first = sent
    await sent
  }

  /** Reads what is wanted at once, and each by itself if one fails the others. Never rejects. */
  async #send(queued: readonly Queued[]): Promise<void> {
    const [first, ...others] = queued
    if (!first) return
    try {
      const graphs = queued.map(({ graph }) => graph)
      const calls = queued.flatMap(({ carried }) => carried)
      const { evaluationOf, head, carried: replies } = await first.read(graphs, calls, this.#head)
      if (!this.#head) {
        this.#head = head
        this.#isNewest = true
      }
      let done = 0
      for (const { carried, resolve } of queued)
        resolve({ evaluationOf, head, carried: replies.slice(done, (done += carried.length)) })
    } catch (error) {
      if (others.length > 0 && error instanceof TooCostly) {
        await this.#send([first])
        await (this.#head ? Promise.all(others.map((one) => this.#send([one]))) : this.#send(others))
      } else for (const { reject } of queued) reject(error)
    }
  }
}

/** Whether two heads are one block of one fork. */
export const isSameBlock = (one: ReadHead, other: ReadHead | undefined): boolean =>
  one.blockNumber === other?.blockNumber && one.timestamp === other.timestamp
