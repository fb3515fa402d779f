import type { lottery } from '../../schema/lottery.ts'
import type { AsOf } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { NO_EVIDENCE } from '../../shared/domain/lottery/events/classifyEntries.ts'
import { liveChain } from './live/liveChain.ts'
import { liveEvents } from './live/liveEvents.ts'
import { liveHealth } from './live/liveHealth.ts'
import { liveInbox } from './live/liveInbox.ts'
import type { LotteryContext } from './LotteryContext.ts'

/**
 * Jackpot, health, tickets of the other chain, newest entries and winners: the lottery manager, lanes, oracles and the
 * entries' transactions in one read of the chain, events from the log index, tickets from the inbox. A part that cannot
 * be read is null, and `missing` says why; without both chain and index there is nothing to answer.
 *
 * Throws role_not_configured, and what a chain read throws if the log index cannot answer either.
 */
export const getLotteryLive: Handler<typeof lottery.getLotteryLive, LotteryContext> = async ({ query }, context) => {
  const { chain } = context
  const lotteryManager = chain.role('lotteryManager')
  const [events, inbox] = await Promise.all([liveEvents(context, lotteryManager), liveInbox(context)])
  const read = await liveChain(chain, lotteryManager, events.open).catch((error: unknown) => {
    if (error instanceof ApiError && error.code !== 'role_not_configured') return error
    throw error
  })
  const failed = read instanceof ApiError
  if (failed && !events.standing) throw read
  const onChain = failed ? null : read
  const asOf = onChain?.asOf ?? indexed(chain.config.chainId, events.standing)
  if (BigInt(asOf.blockNumber) < BigInt(query.minBlock ?? 0) && failed) throw read
  const recentEntries = events.entries?.(onChain?.evidence ?? NO_EVIDENCE) ?? null
  const areSourcesKnown = !recentEntries?.some(({ entrySource }) => entrySource === 'unknown')
  const head = onChain ? Number(asOf.blockNumber) : (events.standing?.headNumber ?? 0)
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
        ...(events.standing ? {} : { recentEntries: 'index_not_available', recentWinners: 'index_not_available' }),
      },
    },
    partial: failed || !events.standing || !areSourcesKnown || inbox.failed,
  }
}

function indexed(chainId: number, standing: { block: number; time: number; headNumber: number } | null): AsOf {
  if (!standing) throw new ApiError('upstream_failed')
  const { block, time, headNumber } = standing
  const behindBlocks = Math.max(0, headNumber - block)
  return { chainId, blockNumber: String(block), timestamp: time, source: 'index', behindBlocks }
}
