import { ApiError } from '../errors/ApiError.ts'
import { parseBody, readBytes } from './body.ts'
import type { Leave, Semaphore } from '../cache/createSemaphore.ts'
import { within } from './within.ts'

/** From here on a body takes a place, and must arrive within this time. */
const LARGE = 1_048_576
const LARGE_MS = 30_000

/** The body of one request, read when it is first asked for, and once. */
export class RequestBody {
  readonly #request: Request
  readonly #bound: number
  readonly #places: Semaphore
  #bytes: Promise<Uint8Array> | undefined
  #leave: Leave | undefined

  /** `places` are those of bodies that may be large. */
  constructor(request: Request, bound: number, places: Semaphore) {
    this.#request = request
    this.#bound = bound
    this.#places = places
  }

  /** Throws body_too_large, unsupported_encoding; for a large one also upload_busy, request_timeout. */
  readonly read = (): Promise<Uint8Array> => (this.#bytes ??= this.#readOnce())

  /** Its JSON value; its bytes are forgotten then. Throws what `read` throws, and invalid_json. */
  async parse(kind: 'object' | 'json'): Promise<unknown> {
    const bytes = await this.read()
    this.#bytes = undefined
    return parseBody(bytes, kind)
  }

  /** Nothing of it is in memory any more. */
  end(): void {
    this.#leave?.()
  }

  async #readOnce(): Promise<Uint8Array> {
    const reading = () => readBytes(this.#request, this.#bound)
    if (this.#bound <= LARGE) return reading()
    this.#leave = this.#places.take()
    if (!this.#leave) throw new ApiError('upload_busy')
    return within(LARGE_MS, reading(), () => new ApiError('request_timeout'))
  }
}
