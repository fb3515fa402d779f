import { askShard } from './askShard.ts'

/** Values that may be used once. */
export interface NonceStore {
  /**
   * True for the first use of `key`, false for every other until `ttlSeconds` have passed. Exact under any concurrency.
   * Throws store_unavailable.
   */
  consume(key: string, ttlSeconds: number): Promise<boolean>
}

/** What the Durable Object `Nonces` answers; `hash` is the SHA-256 of the key. */
export interface NoncesObject extends Rpc.DurableObjectBranded {
  consume(hash: string, ttlSeconds: number): Promise<boolean>
}

/** The nonces of one `scope`, so that two uses of nonces never meet; sharded by the nonce's hash. */
export const createNonceStore = (namespace: DurableObjectNamespace<NoncesObject>, scope: string): NonceStore => ({
  consume: (key, ttlSeconds) =>
    askShard(namespace, `${scope} ${key}`, (shard, hash) => shard.consume(hash, ttlSeconds)),
})
