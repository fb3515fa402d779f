import type { Args } from './Args.ts'
import type { CallOptions } from './CallOptions.ts'
import type { Ask } from './createAsk.ts'
import type { Way } from './Way.ts'
import { Failure } from './Failure.ts'

/** Opens what an operation streams. Throws as a Call does, for what fails before the stream begins. */
export type Open = (way: Way, args: Args, options?: CallOptions) => Promise<ReadableStream<Uint8Array>>

/** No stream of an operation lasts longer. */
const MOST_MS = 120_000

export const createOpen =
  (ask: Ask): Open =>
  async (way, args, options = {}) => {
    const { body } = await ask({ way, args, options }, MOST_MS)
    if (!body) throw Failure.ofFamily(way.family)
    return body
  }
