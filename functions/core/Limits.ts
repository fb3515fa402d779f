import { WorkerEntrypoint } from 'cloudflare:workers'
import { holderOf, type Lease, type LeaseRequest, type LimitStore } from '../../shared/durable/limits.ts'
import { sessionShardOf } from '../../shared/durable/sessions.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import { LimitsEnv } from './env.ts'
import { upstash } from './upstash.ts'

/** Changing it restarts every count, at worst one window early. */
const SHARDS = 32

/**
 * The limiter that all families share, bound as `LIMITS`: it counts in Durable Objects, an address beside its sessions, or in
 * Redis when `UPSTASH_REDIS_REST_URL` and `UPSTASH_REDIS_REST_TOKEN` are set.
 */
export class Limits extends WorkerEntrypoint implements LimitStore {
  lease(request: LeaseRequest): Promise<Lease> {
    return storeOf(this.env).lease(request)
  }
}

const storeOf = perEnvironment((env) => createStore(openEnv(LimitsEnv, env)))

function createStore({
  LIMIT_COUNTER,
  SESSIONS,
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: token,
}: LimitsEnv): LimitStore {
  return url !== undefined && token !== undefined ? upstash({ url, token }) : durable({ LIMIT_COUNTER, SESSIONS })
}

/** Leases from the Durable Object of the key's shard. */
function durable({ LIMIT_COUNTER, SESSIONS }: Pick<LimitsEnv, 'LIMIT_COUNTER' | 'SESSIONS'>): LimitStore {
  const objectOf = async ({ key }: LeaseRequest) => {
    const holder = holderOf(key)
    return holder === undefined
      ? LIMIT_COUNTER.getByName(shardOf(key))
      : SESSIONS.getByName(await sessionShardOf(holder))
  }
  const ask = async (request: LeaseRequest): Promise<Lease> => {
    const object = await objectOf(request)
    // The runtime makes an object's answer disposable: passed on, it would bind the caller.
    using lease = await object.lease(request)
    const { granted, remaining, resetAt } = lease
    return { granted, remaining, resetAt }
  }
  return {
    // An object that restarts (a deploy, a move) reports this error; tokens that it had already taken are lost for one
    // window.
    lease: (request) =>
      ask(request).catch((error: unknown) => (isRetryable(error) ? ask(request) : Promise.reject(error))),
  }
}

/** Durable Objects documentation, error handling: retrying an overloaded object makes the overload worse. */
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
