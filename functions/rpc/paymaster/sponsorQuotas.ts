import { askShard } from '../../../shared/durable/askShard.ts'
import type { SponsorQuota } from './SponsorQuota.ts'

/** At most `limit` charges in any time of `windowSeconds`. */
export interface Quota {
  /** Whose it is: `sender:0x…`, `principal:0x…`. */
  readonly key: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface SponsorQuotas {
  /**
   * Charges all of these quotas, or none: 0, or the seconds until the one that is full has room. The same id is charged once.
   * Throws store_unavailable; what was charged by then expires with its window.
   */
  charge(quotas: readonly Quota[], id: string): Promise<number>
  /** Takes a charge back, however often it is called. Throws store_unavailable. */
  refund(quotas: readonly Quota[], id: string): Promise<void>
}

/** Quotas, each in one of 256 objects by the hash of its key. */
export function createSponsorQuotas(namespace: DurableObjectNamespace<SponsorQuota>): SponsorQuotas {
  const refund = async (quotas: readonly Quota[], id: string): Promise<void> => {
    await Promise.all(quotas.map(({ key }) => askShard(namespace, key, (shard, hash) => shard.release(hash, id))))
  }
  return {
    refund,
    async charge(quotas, id) {
      for (const [i, { key, limit, windowSeconds }] of quotas.entries()) {
        const wait = await askShard(namespace, key, (shard, hash) => shard.take(hash, id, limit, windowSeconds))
        if (wait === 0) continue
        await refund(quotas.slice(0, i), id)
        return wait
      }
      return 0
    },
  }
}
