import { decimal } from '../../../shared/text/decimal.ts'
import type { LiveChain } from './liveChain.ts'
import type { LiveEvents } from './liveEvents.ts'

/** Blocks by which the log index may be behind. */
const LAG = 128

/**
 * `down`: nothing can be entered (not active, paused), or the chain cannot be read; `degraded`: a price is old, random words
 * wait, or the index is behind.
 */
export function liveHealth(
  onChain: LiveChain | null,
  { standing, tip }: Pick<LiveEvents, 'standing' | 'tip'>,
  head: number,
) {
  const lag = tip === null ? null : Math.max(0, head - tip)
  const down = [
    onChain === null && 'chain_not_readable',
    onChain?.isActive === false && 'lottery_inactive',
    onChain?.paused === true && 'lottery_paused',
  ].filter((reason) => reason !== false)
  const degraded = [
    onChain?.oracleFresh === false && 'oracle_stale',
    onChain !== null && (onChain.deferred ?? 0n) > 0n && 'vrf_deferred',
    lag !== null && lag > LAG ? 'index_behind' : standing === null && 'index_not_available',
  ].filter((reason) => reason !== false)
  return {
    status: down.length > 0 ? ('down' as const) : degraded.length > 0 ? ('degraded' as const) : ('ok' as const),
    isActive: onChain?.isActive ?? null,
    paused: onChain?.paused ?? null,
    oracleFresh: onChain?.oracleFresh ?? null,
    vrf: {
      pendingDeferred: decimal(onChain?.deferred ?? null),
      mode: onChain?.localVrf === true ? ('local' as const) : onChain?.localVrf === false ? ('remote' as const) : null,
    },
    index: { tipBlock: tip, headBlock: head, lagBlocks: lag },
    reasons: [...down, ...degraded],
  }
}
