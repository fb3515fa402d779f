import type { LimitStore } from '../durable/limits.ts'

/** What every Worker that carries the pipeline is given; a family adds its own bindings. */
export interface Env {
  /** `base`, or another network of shared/chain/networks. */
  readonly CHAIN?: string
  /** A whole chain configuration as JSON; wins over CHAIN. */
  readonly CHAIN_CONFIG?: string
  /** URLs of nodes of that chain, separated by commas or blanks, in the order of preference. A secret. */
  readonly RPC_URLS?: string
  /** Public base URL of the API, ending in /api. */
  readonly BASE_URL: string
  /** Public URL of the application that people use; external links point there. */
  readonly APP_URL?: string
  /** Origins whose pages may sign in and use a session cookie, separated by commas or blanks (shared/auth/origin.ts). */
  readonly TRUSTED_ORIGINS?: string
  /** `off` keeps answers out of the edge cache: then nothing served is older than a block. */
  readonly EDGE_CACHE?: string
  /** core's entrypoint `Limits`. */
  readonly LIMITS: LimitStore
}
