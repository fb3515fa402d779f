import type { Network } from './networks.ts'

/** Authenticates requests. The client uses it only for operations that accept a session. */
export interface Credential {
  /** Returns the request with its proof, such as an `Authorization` header. `needsSignature`: an agent signs it (ERC-8128). */
  authorize(request: Request, needsSignature: boolean): Request | Promise<Request>
  /**
   * Gets a new credential after a 401, when nothing was carried out. Resolves to true if the client should send the request again.
   */
  renew?(): Promise<boolean>
  /** Ends the credential at the API, and removes it from its store. */
  end?(): Promise<void>
}

export interface ClientOptions {
  /** The API: a preset such as `base` or `localnet`, or `{ chainId, baseUrl }`. */
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
  /**
   * Whether public reads of one tick are sent together, up to 50 in one request: they are then answered at one block. Each resolves or
   * rejects as it would by itself. False unless given.
   */
  readonly batch?: boolean
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A client of the API: pass it to operations. */
export interface Client extends Required<Omit<ClientOptions, 'credential'>> {
  /** Set by `signIn`; without one only public operations answer. */
  credential: Credential | undefined
  /** Number of the newest block that is known to the caller. Reads and builds then never answer as of an older one. */
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
 * Creates a client for one deployment of the API.
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
  batch = false,
  headers = {},
}: ClientOptions): Client => ({
  network: { ...network, baseUrl: network.baseUrl.replace(/\/+$/, '') },
  credential,
  fetch,
  timeout,
  retries,
  maxDelay,
  maxBytes,
  batch,
  headers,
  minBlock: undefined,
})

/** Sets the oldest block of later reads and builds, for example that of a mined transaction. An older block than the last one changes nothing. */
export function notBefore(client: Client, blockNumber: bigint | number | string): void {
  const block = BigInt(blockNumber)
  if (client.minBlock === undefined || block > client.minBlock) client.minBlock = block
}
