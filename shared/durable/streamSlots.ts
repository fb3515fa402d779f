import { ApiError } from '../errors/ApiError.ts'
import { askShard } from './askShard.ts'

/** The interface of the Durable Object `StreamSlots`; `hash` is the SHA-256 of whose slots they are. */
export interface StreamSlotsObject extends Rpc.DurableObjectBranded {
  /** 0 if the slot was taken; else in how many seconds at the latest one becomes free. */
  take(hash: string, slot: string, most: number, seconds: number): Promise<number>
  /** Whether it was still held. */
  release(hash: string, slot: string): Promise<boolean>
}

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
export const createStreamSlots = (
  namespace: DurableObjectNamespace<StreamSlotsObject>,
  scope: string,
): StreamSlots => ({
  async take(owner, { most, seconds }) {
    const slot = crypto.randomUUID()
    const key = `${scope} ${owner}`
    const busySeconds = await askShard(namespace, key, (shard, hash) => shard.take(hash, slot, most, seconds))
    if (busySeconds > 0)
      throw new ApiError('too_many_streams', `at most ${most} at once; end one of them first`, {
        'retry-after': String(busySeconds),
      })
    return { release: () => askShard(namespace, key, (shard, hash) => shard.release(hash, slot)) }
  },
})
