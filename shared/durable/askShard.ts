import { stored } from '../store/stored.ts'
import { sha256 } from '../text/sha256.ts'

/**
 * Asks the object that holds `value`: one of 256, chosen by the first byte of the value's SHA-256, which is also the
 * key inside the object. If the object cannot be reached, throws store_unavailable.
 */
export async function askShard<T extends Rpc.DurableObjectBranded, R>(
  namespace: DurableObjectNamespace<T>,
  value: string,
  ask: (shard: DurableObjectStub<T>, hash: string) => Promise<R>,
): Promise<R> {
  const hash = await sha256(value)
  return askShardOf(namespace, hash, (shard) => ask(shard, hash))
}

/** The same by a hash that is known already. */
export const askShardOf = <T extends Rpc.DurableObjectBranded, R>(
  namespace: DurableObjectNamespace<T>,
  hash: string,
  ask: (shard: DurableObjectStub<T>) => Promise<R>,
): Promise<R> => stored(() => ask(namespace.get(namespace.idFromName(hash.slice(0, 2)))))

/** Asks all of them at once. If one cannot be reached, throws store_unavailable. */
export const askShards = <T extends Rpc.DurableObjectBranded, R>(
  namespace: DurableObjectNamespace<T>,
  ask: (shard: DurableObjectStub<T>) => Promise<R>,
): Promise<R[]> => stored(() => Promise.all(SHARDS.map((name) => ask(namespace.get(namespace.idFromName(name))))))

const SHARDS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
