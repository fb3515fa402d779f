import { askShard } from './askShard.ts'

/** Keys that stand for one content each, for a time. */
interface KeyStore {
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

/** Values that may be used once. */
export interface NonceStore {
  /**
   * True for the first use of `key`, false for every other until `ttlSeconds` have passed. Exact under any concurrency.
   * Throws store_unavailable.
   */
  consume(key: string, ttlSeconds: number): Promise<boolean>
}

/** The interface of the Durable Object `Nonces`; `hash` is the SHA-256 of the key. */
export interface NoncesObject extends Rpc.DurableObjectBranded {
  consume(hash: string, ttlSeconds: number): Promise<boolean>
  claim(hash: string, content: string, ttlSeconds: number): Promise<string>
}

/** The nonces of one `scope`, so that different uses of nonces never collide; sharded by the nonce's hash. */
export const createNonceStore = (namespace: DurableObjectNamespace<NoncesObject>, scope: string): NonceStore => ({
  consume: (key, ttlSeconds) =>
    askShard(namespace, `${scope} ${key}`, (shard, hash) => shard.consume(hash, ttlSeconds)),
})
