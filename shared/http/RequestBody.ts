import { ApiError } from '../errors/ApiError.ts'
import { parseBody, readBytes } from './body.ts'
import type { Release, Semaphore } from '../cache/createSemaphore.ts'
import { within } from './within.ts'

/** A larger body takes a slot, and must arrive within this time. */
const LARGE = 1_048_576
const LARGE_MS = 30_000

/** The body of one request, read on first use, once. */
export class RequestBody {
  readonly #request: Request
  readonly #bound: number
  readonly #largeBodies: Semaphore
  #bytes: Promise<Uint8Array> | undefined
  #release: Release | undefined

  /** `largeBodies` has the slots of bodies that may be large. */
  constructor(request: Request, bound: number, largeBodies: Semaphore) {
    this.#request = request
    this.#bound = bound
    this.#largeBodies = largeBodies
  }

  /** Throws body_too_large, unsupported_encoding; for a large one also upload_busy, request_timeout. */
  readonly read = (): Promise<Uint8Array> => (this.#bytes ??= this.#readOnce())

  /** Its JSON value; its bytes are forgotten then. Throws what `read` throws, and invalid_json. */
  async parse(kind: 'object' | 'json'): Promise<unknown> {
    const bytes = await this.read()
    this.#bytes = undefined
    return parseBody(bytes, kind)
  }

  /** Call it once the body is no longer in memory. */
  end(): void {
    this.#release?.()
  }

  async #readOnce(): Promise<Uint8Array> {
    const reading = () => readBytes(this.#request, this.#bound)
    if (this.#bound <= LARGE) return reading()
    this.#release = this.#largeBodies.take()
    if (!this.#release) throw new ApiError('upload_busy')
    return within(LARGE_MS, reading(), () => new ApiError('request_timeout'))
  }
}
