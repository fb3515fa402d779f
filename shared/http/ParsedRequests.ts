import type { Operation } from '../../schema/operation.ts'
import type { Kept, Memory } from '../cache/Memory.ts'
import type { AnyHandler } from './handler.ts'
import { readInput, type RequestInput } from './readInput.ts'
import { unknownIn, type UnknownParameter } from './unknownParameters.ts'

/** An operation and the handler of its family. */
export interface Route<C> {
  readonly operation: Operation
  readonly handler: AnyHandler<C>
}

/** The part of a request that its method and URL decide. */
export interface ParsedRequest<C> extends Route<C> {
  /** Its inputs, validated on first use; throws if the URL is refused. */
  readonly input: () => RequestInput
  /** Query parameters that the operation does not know. */
  readonly unknown: readonly UnknownParameter[]
}

/** How long a parsed request is kept after its last answer. */
const KEEP_MS = 600_000
/** Share of the isolate's memory. */
const KEPT_BYTES = 1024 * 1024

/**
 * Parsed requests by method and URL: while an isolate keeps one, equal requests skip the router, the query parser and the
 * schemas, which cost more than the rest of a read from memory. Only requests that were answered are kept.
 */
export class ParsedRequests<C> {
  readonly #kept: Kept<ParsedRequest<C>>
  readonly #now: () => number
  readonly #chainId: number

  constructor({ memory, now, chainId }: { memory: Memory; now: () => number; chainId: number }) {
    // The inputs are about as long as the key that is made from them.
    this.#kept = memory.cache(KEPT_BYTES, ({ input, unknown }) => {
      const { key, fields = [] } = input()
      return 4 * key.length + 256 * (unknown.length + fields.length)
    })
    this.#now = now
    this.#chainId = chainId
  }

  find(method: string, url: string): ParsedRequest<C> | undefined {
    return this.#kept.get(keyOf(method, url))
  }

  /** `params` are the percent-decoded parts of the path. */
  parse({ operation, handler }: Route<C>, url: string, params: Record<string, string>): ParsedRequest<C> {
    let input: RequestInput | undefined
    return {
      operation,
      handler,
      input: () => (input ??= readInput(operation, params, url, this.#chainId)),
      unknown: unknownIn(operation, url),
    }
  }

  /** Throws if the URL is refused. */
  keep({ operation, handler, input, unknown }: ParsedRequest<C>, { method, url }: Request): void {
    const read = input()
    this.#kept.set(keyOf(method, url), { operation, handler, input: () => read, unknown }, this.#now() + KEEP_MS)
  }
}

/** HEAD is parsed like GET. */
const keyOf = (method: string, url: string): string =>
  method === 'GET' || method === 'HEAD' ? url : `${method} ${url}`
