import type { Network } from './networks.ts'

/** What proves who asks. It is asked only by operations that accept a credential. */
export interface Credential {
  /** The request with the proof, for example an `Authorization` header. `needsSignature`: an agent signs it (ERC-8128). */
  authorize(request: Request, needsSignature: boolean): Request | Promise<Request>
  /**
   * After a 401, which means that nothing was carried out: gets a new credential. Resolves to true if the request is worth another
   * attempt.
   */
  renew?(): Promise<boolean>
  /** Ends what proves who asks, at the API and wherever it is stored. */
  end?(): Promise<void>
}

export interface ClientOptions {
  /** Where the API is: a preset such as `base` or `localnet`, or `{ chainId, baseUrl }`. */
  readonly network: Network
  readonly credential?: Credential
  /** The `fetch` to use: the global one unless given. */
  readonly fetch?: typeof fetch
  /** Milliseconds for one attempt with its whole answer; 30 000 unless given. */
  readonly timeout?: number
  /** Attempts after the first; 3 unless given. */
  readonly retries?: number
  /**
   * Longest wait before an attempt, in milliseconds, to which up to a quarter is added; 20 000 unless given. A longer `Retry-After` is
   * an error at once.
   */
  readonly maxDelay?: number
  /** Largest answer in bytes; 16 MiB unless given. */
  readonly maxBytes?: number
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of the API: pass it to operations. */
export interface Client extends Required<Omit<ClientOptions, 'credential'>> {
  /** Set by `signIn`; without one only public operations answer. */
  credential: Credential | undefined
  /** Number of the newest block that is known to the caller. Reads then never answer as of an older one. */
  minBlock: bigint | undefined
}

/** Options of one call. */
export interface RequestOptions {
  /** Ends the call: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal
  /**
   * Key of a write, 1 to 255 visible ASCII characters; a random one unless given. The same call with the same key is carried out
   * once (`docs/idempotency.md`).
   */
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
  /** As in `ClientOptions`. */
  readonly timeout?: number
  readonly retries?: number
}

/**
 * A client of the API at one place.
 *
 * @example
 * const client = createClient({ network: localnet })
 * const { lock } = await getVetokenUser(client, { address })
 */
export const createClient = ({
  network,
  credential,
  fetch = (...request) => globalThis.fetch(...request),
  timeout = 30_000,
  retries = 3,
  maxDelay = 20_000,
  maxBytes = 16 * 1024 * 1024,
  headers = {},
}: ClientOptions): Client => ({
  network,
  credential,
  fetch,
  timeout,
  retries,
  maxDelay,
  maxBytes,
  headers,
  minBlock: undefined,
})

/** Tells a client of a block, for example that of a mined transaction: reads from now on are as of that block or a later one. */
export function notBefore(client: Client, blockNumber: bigint | number | string): void {
  const block = BigInt(blockNumber)
  if (client.minBlock === undefined || block > client.minBlock) client.minBlock = block
}
