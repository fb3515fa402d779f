import { WorkerEntrypoint } from 'cloudflare:workers'
import type { Lease, LeaseRequest, LimitStore } from '../../shared/durable/limits.ts'
import type { LimitCounter } from './LimitCounter.ts'
import { upstash } from './upstash.ts'

export interface LimitsEnv {
  readonly LIMIT_COUNTER: DurableObjectNamespace<LimitCounter>
  readonly UPSTASH_REDIS_REST_URL?: string
  readonly UPSTASH_REDIS_REST_TOKEN?: string
}

/** Changing it resets every count, at worst one window early. */
const SHARDS = 32

/**
 * The limiter that all families share, bound as `LIMITS`: counts in Durable Objects, or in Redis when
 * `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN` are set.
 */
export class Limits extends WorkerEntrypoint<LimitsEnv> implements LimitStore {
  lease(request: LeaseRequest): Promise<Lease> {
    return storeOf(this.env).lease(request)
  }
}

let store: LimitStore | undefined

/** One store an isolate, whose environment never changes. */
function storeOf(env: LimitsEnv): LimitStore {
  return (store ??= createStore(env))
}

function createStore({
  LIMIT_COUNTER,
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: token,
}: LimitsEnv): LimitStore {
  if (url && token) return upstash({ url, token })
  if (url || token) throw new Error('UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN must be set together')
  return durable(LIMIT_COUNTER)
}

/** Leases from the Durable Object of the key's shard. */
function durable(counters: DurableObjectNamespace<LimitCounter>): LimitStore {
  const ask = (request: LeaseRequest): Promise<Lease> => counters.getByName(shardOf(request.key)).lease(request)
  return {
    // An object that restarts (a deploy, a move) says so; if it took the tokens before, they are lost for one window.
    lease: (request) =>
      ask(request).catch((error: unknown) => (isRetryable(error) ? ask(request) : Promise.reject(error))),
  }
}

/** Durable Objects, error handling: a retry of an overloaded object makes it worse. */
const isRetryable = (error: unknown): boolean =>
  error instanceof Error &&
  'retryable' in error &&
  error.retryable === true &&
  !('overloaded' in error && error.overloaded)

/** FNV-1a over the UTF-16 units of the key. */
function shardOf(key: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return String((hash >>> 0) % SHARDS)
}
