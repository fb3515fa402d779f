import { askShard } from '../../../../shared/durable/askShard.ts'
import type { Holds } from '../../../../shared/durable/Holds.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'

/** A slot of somebody who may hold a few at once. */
export interface StreamSlot {
  /** Gives it back. It expires by itself where that fails, or its holder is gone. */
  release(): Promise<unknown>
}

export interface StreamSlots {
  /** Takes one of `most` slots for `seconds`. Throws too_many_streams, store_unavailable. */
  take(owner: string, limits: { readonly most: number; readonly seconds: number }): Promise<StreamSlot>
}

/**
 * Slots over all isolates; those of one owner are in one object, sharded by the owner's hash. `scope` keeps those of one use
 * apart from those of another.
 */
export const createStreamSlots = (namespace: DurableObjectNamespace<Holds>, scope: string): StreamSlots => ({
  async take(owner, { most, seconds }) {
    const slot = crypto.randomUUID()
    const key = `${scope} ${owner}`
    const busySeconds = await askShard(namespace, key, (shard, hash) => shard.take(hash, slot, most, seconds))
    if (busySeconds > 0)
      throw new ApiError('too_many_streams', `at most ${most} streams at once; close one first`, {
        'retry-after': String(busySeconds),
      })
    return { release: () => askShard(namespace, key, (shard, hash) => shard.release(hash, slot)) }
  },
})
