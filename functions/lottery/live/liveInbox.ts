import type { InboxSummary, LotteryInbox } from '../store/lotteryInbox.ts'
import type { LotteryContext } from '../context.ts'
import { logError } from '../../../shared/log/logError.ts'

/**
 * Tickets of the other chain by status, how long the oldest has waited, and how far that chain is read; never whose
 * they are. Nothing here enters such a ticket or pays its win, so those fields are null and `missing` says so.
 */
export async function liveInbox({ ingest, now }: Pick<LotteryContext, 'ingest' | 'now'>) {
  if (!ingest) return { standing: null, missing: { inbox: 'ingest_not_configured' }, failed: false }
  const standing = await readStanding(ingest.inbox)
  if (!standing) return { standing: null, missing: { inbox: 'store_unavailable' }, failed: true }
  const { counts, oldestPending, cursor } = standing
  const of = (status: keyof typeof counts) => counts[status] ?? 0
  return {
    standing: {
      counts: {
        pending: of('pending'),
        leased: 0,
        submitting: 0,
        submitted: 0,
        confirmed: 0,
        quarantined: of('quarantined'),
        skippedPricing: 0,
        skippedIdentity: of('skipped_identity'),
        skippedReemit: of('skipped_reemit'),
      },
      oldestPendingAgeSec: oldestPending === null ? null : Math.max(0, Math.floor(now() / 1000) - oldestPending),
      lastConfirmedAt: null,
      cursor: cursor && {
        lastSlot: cursor.lastSlot === null ? null : String(cursor.lastSlot),
        updatedAt: new Date(cursor.updatedAt * 1000).toISOString(),
      },
      winnerSettlement: null,
    },
    missing: {
      'inbox.lastConfirmedAt': 'nothing_is_settled_here',
      'inbox.winnerSettlement': 'nothing_is_settled_here',
    },
    failed: false,
  }
}

async function readStanding(inbox: LotteryInbox): Promise<InboxSummary | null> {
  try {
    return await inbox.standing()
  } catch (error) {
    logError('warn', 'lottery_inbox_unreadable', error)
    return null
  }
}

export type LiveInbox = Awaited<ReturnType<typeof liveInbox>>
