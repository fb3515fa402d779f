import type * as z from 'zod'
import type { SentinelReport } from '../../../schema/market/coinTrendAnswers.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { tickerHash } from './ticker.ts'
import { isOutage } from '../../../shared/errors/ApiError.ts'
import { SETTLED, type TrendOpRow } from '../store/trendOps.ts'
import { requireNode, type TrendHandler } from './TrendContext.ts'
import { describeOp } from './describeTrend.ts'
import { pollReservations } from './pollReservations.ts'

/** Bounds of one request: tickers of a poll, and polls. */
const MOST_TICKERS = 20
const MOST_POLLS = 40

/**
 * Polls the chain for reserved tickers, once or for a while, and updates their records.
 *
 * Throws role_not_configured, store_unavailable, and what the last poll threw if none succeeded, or too many in a row failed.
 */
export const processTrendSentinel: TrendHandler<'processTrendSentinel'> = async ({ body }, context) => {
  const { trendOps, chain, now } = context
  chain.role('trendFactory')
  requireNode(chain)
  const tickers = body.tickers && [...new Set(body.tickers)]
  const { creatorToken, groupId, requireReceipt } = body
  const wanted = { tickerHashes: tickers?.map(tickerHash), creatorToken, groupId, limit: MOST_TICKERS }
  const end = now() + body.maxRuntimeMs
  let ops: readonly TrendOpRow[] = await trendOps.due(wanted)
  const moved: z.output<typeof SentinelReport>['moved'] = []
  let last: { asOf: AsOf; receiptsRead: boolean } | undefined
  let [polls, failedPolls, failedInARow] = [0, 0, 0]
  while (ops.length > 0) {
    polls++
    try {
      const poll = await pollReservations(context, ops, requireReceipt)
      const { moved: changed, ops: after } = await trendOps.move(
        poll.findings,
        Number(poll.asOf.blockNumber),
        Math.floor(now() / 1000),
      )
      ops.forEach(({ ticker, status: from }, i) => {
        const to = poll.findings[i]?.status
        if (changed[i] && to) moved.push({ ticker, from, to })
      })
      last = poll
      failedInARow = 0
      ops = after
    } catch (error) {
      if (!isOutage(error)) throw error
      failedPolls++
      const isLast = ++failedInARow >= body.maxConsecutiveErrors || polls >= MOST_POLLS || now() >= end
      if (isLast && (!last || failedInARow >= body.maxConsecutiveErrors)) throw error
    }
    const pause = body.pollMs + Math.random() * body.jitterMs
    const isOver = polls >= MOST_POLLS || now() + pause > end
    if (isOver || ops.every(({ status }) => SETTLED.includes(status))) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const known = new Set(ops.map(({ ticker }) => ticker))
  return {
    data: {
      polls,
      failedPolls,
      moved,
      ops: ops.map(describeOp),
      unknownTickers: tickers?.filter((ticker) => !known.has(ticker)) ?? [],
      receiptsRead: last?.receiptsRead ?? false,
    },
    ...(last ? { asOf: last.asOf } : {}),
  }
}
