import { ApiError } from '../../shared/errors/ApiError.ts'
import { NO_EVIDENCE } from './events/classifyEntries.ts'
import { indexedAsOf, pointOf } from '../../shared/events/eventsFromIndex.ts'
import { liveChain } from './live/liveChain.ts'
import { liveEvents } from './live/liveEvents.ts'
import { liveHealth } from './live/liveHealth.ts'
import { liveInbox } from './live/liveInbox.ts'
import type { LotteryHandler } from './context.ts'

/**
 * Jackpot, health, tickets of the other chain, newest entries and winners: the lottery manager, lanes, oracles and the
 * entries' transactions in one read of the chain, at the block that the log index has come to, events from that, tickets
 * from the inbox. A part that cannot be read is null, and `missing` says why; without both chain and index there is
 * nothing to answer.
 *
 * Throws role_not_configured, behind_requested_block, and what a chain read throws if the log index cannot answer either.
 */
export const getLotteryLive: LotteryHandler<'getLotteryLive'> = async ({ query }, context) => {
  const { chain } = context
  const lotteryManager = chain.role('lotteryManager')
  const minBlock = query.minBlock ?? 0
  const [events, inbox] = await Promise.all([liveEvents(context, lotteryManager, minBlock), liveInbox(context)])
  const { standing } = events
  const wanted = { hashes: events.open, at: standing ? pointOf(standing) : undefined }
  const read = await liveChain(chain, lotteryManager, wanted).catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 'role_not_configured') return error
    throw error
  })
  const failed = read instanceof ApiError
  const onChain = failed ? null : read
  const asOf = onChain?.asOf ?? (standing && indexedAsOf(chain.config.chainId, standing))
  if (!asOf || (failed && Number(asOf.blockNumber) < minBlock)) throw read
  const recentEntries = events.entries?.(onChain?.evidence ?? NO_EVIDENCE) ?? null
  const areSourcesKnown = !recentEntries?.some(({ entrySource }) => entrySource === 'unknown')
  const head = onChain?.head ?? standing?.headNumber ?? Number(asOf.blockNumber)
  return {
    asOf,
    data: {
      chainId: chain.config.chainId,
      lotteryManager,
      jackpot: onChain?.jackpot ?? null,
      health: liveHealth(onChain, events, head, inbox),
      inbox: inbox.standing,
      recentEntries,
      recentWinners: events.winners ?? null,
      missing: {
        ...inbox.missing,
        ...(failed ? { jackpot: read.code } : {}),
        ...(areSourcesKnown ? {} : { entrySource: failed ? read.code : 'transactions_not_readable' }),
        ...(standing ? {} : { recentEntries: 'index_not_available', recentWinners: 'index_not_available' }),
      },
    },
    partial: failed || !standing || !areSourcesKnown || inbox.failed,
  }
}
