import type { LIVE_REASONS } from '../../../schema/lottery/reads.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import type { LiveChain } from './liveChain.ts'
import type { LiveInbox } from './liveInbox.ts'
import type { LiveEvents } from './liveEvents.ts'

/** Maximum lag of the log index, in blocks. */
const LAG = 128
/** Maximum age of a pending ticket of the SVM chain, in seconds. */
const WAIT = 900

/**
 * `down`: nothing can be entered (not active, paused), or the chain cannot be read; `degraded`: a price is old, random words
 * wait, the index is behind, or a ticket of the other chain waits for more than a quarter of an hour or for a person.
 */
export function liveHealth(
  onChain: LiveChain | null,
  { standing, tip }: Pick<LiveEvents, 'standing' | 'tip'>,
  head: number,
  inbox: Pick<LiveInbox, 'standing' | 'failed'>,
) {
  const lag = tip === null ? null : Math.max(0, head - tip)
  const down = reasons(
    onChain === null && 'chain_not_readable',
    onChain?.isActive === false && 'lottery_inactive',
    onChain?.paused === true && 'lottery_paused',
  )
  const degraded = reasons(
    onChain?.oracleFresh === false && 'oracle_stale',
    onChain !== null && (onChain.deferred ?? 0n) > 0n && 'vrf_deferred',
    lag !== null && lag > LAG ? 'index_behind' : standing === null && 'index_not_available',
    inbox.failed && 'inbox_not_readable',
    (inbox.standing?.oldestPendingAgeSec ?? 0) > WAIT && 'inbox_pending_old',
    (inbox.standing?.counts.quarantined ?? 0) > 0 && 'inbox_quarantined',
  )
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

/** The reasons that hold. */
const reasons = (...all: readonly (keyof typeof LIVE_REASONS | false)[]) => all.filter((reason) => reason !== false)
