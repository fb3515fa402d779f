import { askShardNamed } from '../../../../shared/durable/askShard.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { WaitUntil } from '../../../../shared/http/handler.ts'
import { within } from '../../../../shared/http/within.ts'
import { sha256 } from '../../../../shared/text/bytes.ts'
import type { RpcSlots } from './RpcSlots.ts'
import { SlotPool } from './SlotPool.ts'

/** The part of all slots that one caller may use. */
const SHARE_PART = 2
const CLAIM_TIMEOUT_MS = 2000
/** With so many callers remembered, those who have nothing under way are forgotten. */
const MANY = 1000

/** Slots of requests that are under way. */
export interface Slots {
  /**
   * Takes one for a caller's request, and gives what releases it. Throws rpc_proxy_busy if all are in use, or the caller's
   * share; store_unavailable.
   */
  take(caller: string, waitUntil: WaitUntil): Promise<() => void>
}

interface Options {
  readonly namespace: DurableObjectNamespace<RpcSlots>
  /** How many requests may be under way in all isolates together. */
  readonly most: number
  readonly now: () => number
}

/**
 * Slots over all isolates. One object gives out those of the ceiling, and one those of a caller, who may have half as
 * many: both bounds are exact, however many isolates a caller reaches. If an object does not answer, slots that are
 * already held go on being used, and otherwise nothing is let through.
 */
export function createSlots({ namespace, most, now }: Options): Slots {
  const holder = crypto.randomUUID()
  let turn = 0
  const open = (object: () => Promise<string>, pool: () => Promise<string>, mostOfPool: number) =>
    new SlotPool({
      now,
      claim: async (want, need, seconds) => {
        const claim = { key: await pool(), id: holder, turn: ++turn, want, need, most: mostOfPool, seconds }
        const claimed = async (slots: DurableObjectStub<RpcSlots>) => within(CLAIM_TIMEOUT_MS, slots.claim(claim))
        return askShardNamed(namespace, await object(), claimed)
      },
    })
  const nameOfCeiling = async () => 'ceiling'
  const ceiling = open(nameOfCeiling, nameOfCeiling, most)
  const shares = new Map<string, SlotPool>()

  function shareOf(caller: string): SlotPool {
    const known = shares.get(caller)
    if (known) return known
    if (shares.size >= MANY) for (const [name, share] of shares) if (share.isEmpty) shares.delete(name)
    const pool = () => sha256(caller)
    const share = open(async () => (await pool()).slice(0, 2), pool, Math.max(1, Math.floor(most / SHARE_PART)))
    shares.set(caller, share)
    return share
  }

  return {
    async take(caller, waitUntil) {
      // Nothing is awaited until the share counts this request, so that nobody forgets it meanwhile.
      const share = shareOf(caller)
      if (!(await share.take(waitUntil))) throw new ApiError('rpc_proxy_busy')
      let hasSlot = false
      try {
        hasSlot = await ceiling.take(waitUntil)
      } finally {
        if (!hasSlot) share.give(waitUntil)
      }
      if (!hasSlot) throw new ApiError('rpc_proxy_busy')
      // A request whose client is gone would end at once, and never release what it holds.
      const { promise, resolve } = Promise.withResolvers<void>()
      waitUntil(promise)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        ceiling.give(waitUntil)
        share.give(waitUntil)
        resolve()
      }
    },
  }
}
