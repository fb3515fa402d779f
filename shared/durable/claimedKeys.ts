import { askShard } from './askShard.ts'
import type { NoncesObject } from './nonces.ts'

/** Keys that stand for one content each, for a time. */
export interface KeyStore {
  /**
   * The content that `key` stands for: `content` if nobody claimed the key in the last `ttlSeconds`, else that of the first
   * claim. Exact under any concurrency. Throws store_unavailable.
   */
  claim(key: string, content: string, ttlSeconds: number): Promise<string>
}

/** The keys of one `scope`, among the nonces, which are sharded by the hash and forget in the same way. */
export const createKeyStore = (namespace: DurableObjectNamespace<NoncesObject>, scope: string): KeyStore => ({
  claim: (key, content, ttlSeconds) =>
    askShard(namespace, `${scope} ${key}`, (shard, hash) => shard.claim(hash, content, ttlSeconds)),
})
