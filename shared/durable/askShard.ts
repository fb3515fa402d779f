import { stored } from '../store/stored.ts'
import { sha256 } from '../text/bytes.ts'

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
  return askShardNamed(namespace, hash.slice(0, 2), (shard) => ask(shard, hash))
}

/** Asks the object of a name: two hexadecimal digits. If it cannot be reached, throws store_unavailable. */
export const askShardNamed = <T extends Rpc.DurableObjectBranded, R>(
  namespace: DurableObjectNamespace<T>,
  name: string,
  ask: (shard: DurableObjectStub<T>) => Promise<R>,
): Promise<R> => stored(() => ask(namespace.get(namespace.idFromName(name))))
