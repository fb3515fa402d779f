import type { lottery } from '../../schema/lottery.ts'
import type { AsOf } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/http/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { liveChain } from './live/liveChain.ts'
import { liveEvents } from './live/liveEvents.ts'
import { liveHealth } from './live/liveHealth.ts'
import type { LotteryContext } from './LotteryContext.ts'

/**
 * Jackpot, health, newest entries and winners: the lottery manager, lanes and oracles in one read of the chain, events from
 * the log index. A part that cannot be read is null, and `missing` says why; with neither chain nor index nothing is left
 * to answer.
 *
 * Throws role_not_configured, and what a chain read throws where the log index cannot answer either.
 */
export const getLotteryLive: Handler<typeof lottery.getLotteryLive, LotteryContext> = async ({ query }, context) => {
  const { chain } = context
  const lotteryManager = chain.role('lotteryManager')
  const [read, events] = await Promise.all([
    liveChain(chain, lotteryManager).catch((error: unknown) => {
      if (error instanceof ApiError && error.code !== 'role_not_configured') return error
      throw error
    }),
    liveEvents(context, lotteryManager),
  ])
  const failed = read instanceof ApiError
  if (failed && !events.standing) throw read
  const onChain = failed ? null : read
  const asOf = onChain?.asOf ?? indexed(chain.config.chainId, events.standing)
  if (BigInt(asOf.blockNumber) < BigInt(query.minBlock ?? 0) && failed) throw read
  // Only where every call of the manager must have come through the router is an unsettled entry a bought one.
  const relayer = onChain?.relayer ?? null
  const routed = relayer !== null && relayer === chain.config.contracts.amoeRouter?.toLowerCase()
  return {
    asOf,
    data: {
      chainId: chain.config.chainId,
      lotteryManager,
      jackpot: onChain?.jackpot ?? null,
      health: liveHealth(onChain, events, onChain ? Number(asOf.blockNumber) : (events.standing?.headNumber ?? 0)),
      inbox: null,
      recentEntries: events.entries?.(routed) ?? null,
      recentWinners: events.winners ?? null,
      missing: {
        inbox: 'inbox_not_available',
        ...(failed ? { jackpot: read.code } : {}),
        ...(events.standing ? {} : { recentEntries: 'index_not_available', recentWinners: 'index_not_available' }),
      },
    },
  }
}

function indexed(chainId: number, standing: { block: number; time: number; headNumber: number } | null): AsOf {
  if (!standing) throw new ApiError('upstream_failed')
  const { block, time, headNumber } = standing
  const behindBlocks = Math.max(0, headNumber - block)
  return { chainId, blockNumber: String(block), timestamp: time, source: 'index', behindBlocks }
}
