import { type Address, getAddress, isHex } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import type { AsOf } from '../../../shared/chain/chain.ts'
import { quantity } from '../../../shared/chain/decodeReply.ts'
import type { Describe } from '../../../shared/chain/calls.ts'
import { deepest, marketPools } from './marketPools.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { type Finding, SETTLED, type TrendOpRow } from '../store/trendOps.ts'
import { readReceipts } from './readReceipts.ts'
import type { TrendContext } from './TrendContext.ts'
import type { TREND_STATUSES } from '../../../schema/market/coinTrendParts.ts'

interface PollResult {
  readonly asOf: AsOf
  readonly findings: readonly Finding[]
  /** Whether all events of the factory were read; false if receipts were not required. */
  readonly receiptsRead: boolean
}

/**
 * Polls the chain for these tickers: the factory's events, then code, symbol and market of the predicted addresses in one
 * upstream request, at the block up to which events were read. Throws role_not_configured, and what chain reads throw; a
 * failed poll has no result.
 */
export async function pollReservations(
  context: TrendContext,
  ops: readonly TrendOpRow[],
  requireReceipt: boolean,
): Promise<PollResult> {
  const { chain } = context
  const factory = chain.role('trendFactory')
  // Without it, a coin that needs a market would seem settled and would never be polled again.
  const dexFactory = ops.some(({ creatorToken }) => creatorToken !== null) ? chain.role('dexFactory') : undefined
  const open = ops.filter(({ status, txHash }) => txHash === null || !SETTLED.includes(status))
  const receipts = requireReceipt
    ? await readReceipts(
        context,
        factory,
        open.map(({ tickerHash }) => tickerHash),
      )
    : { byTicker: new Map<never, never>(), complete: false, asOf: undefined }
  const block = receipts.asOf ? quantity(Number(receipts.asOf.blockNumber)) : 'latest'
  const { value, asOf, carried } = await chain.read(
    (describe) => Object.fromEntries(ops.map((op) => [op.tickerHash, callsOf(describe, op, dexFactory)])),
    ops.map(({ predictedCoin }) => ({ method: 'eth_getCode', params: [predictedCoin, block] })),
    receipts.asOf,
  )
  const findings = ops.map((op, i): Finding => {
    const { symbol, pools } = value[op.tickerHash] ?? { symbol: null, pools: null }
    const receipt = receipts.byTicker.get(op.tickerHash)
    const reply = carried[i]
    if (!reply || !('result' in reply) || !isHex(reply.result)) throw new ApiError('upstream_failed')
    const event = receipt?.coin ?? (op.txHash === null ? null : getAddress(op.deployedCoin ?? op.predictedCoin))
    const { status, fault, coin } = tickerStateOf<Address>(
      { ticker: op.ticker, requireReceipt },
      {
        predictedCoin: getAddress(op.predictedCoin),
        hasCode: reply.result !== '0x',
        symbol,
        event,
        hasMarket: pools && dexFactory ? deepest(dexFactory, pools) !== null : null,
      },
    )
    const { tickerHash, predictedCoin } = op
    return { tickerHash, predictedCoin, status, fault, coin, txHash: receipt?.txHash ?? null }
  })
  return { asOf, findings, receiptsRead: requireReceipt && receipts.complete }
}

const callsOf = (describe: Describe, op: TrendOpRow, dexFactory: Address | undefined) => {
  const coin = getAddress(op.predictedCoin)
  return {
    symbol: describe.at(coin, erc20Abi)('symbol'),
    pools:
      op.creatorToken === null || dexFactory === undefined
        ? null
        : marketPools(describe, dexFactory, coin, getAddress(op.creatorToken)),
  }
}

type TrendStatus = (typeof TREND_STATUSES)[number]

type TrendFault = 'predicted_address_differs' | 'not_the_coin'

interface TickerReads<A extends string> {
  readonly predictedCoin: A
  /** Whether there is code at the predicted address. */
  readonly hasCode: boolean
  /** Symbol of the contract there; null without one. */
  readonly symbol: string | null
  /** The coin in the factory's event for the ticker; null without an event. */
  readonly event: A | null
  /** Whether a pool with its creator token has liquidity; null if it needs no market. */
  readonly hasMarket: boolean | null
}

interface TickerState<A extends string> {
  readonly status: TrendStatus
  readonly fault: TrendFault | null
  /** Address of the coin; null until it is deployed. */
  readonly coin: A | null
}

/**
 * The state of a ticker by one poll. The proof is the factory's event, or, if `requireReceipt` is false, the symbol of the
 * contract at the predicted address. A coin at another address is a failure: tokens sent to the predicted address would be
 * lost.
 */
function tickerStateOf<A extends string>(
  { ticker, requireReceipt }: { readonly ticker: string; readonly requireReceipt: boolean },
  { predictedCoin, hasCode, symbol, event, hasMarket }: TickerReads<A>,
): TickerState<A> {
  if (event !== null && event.toLowerCase() !== predictedCoin.toLowerCase())
    return { status: 'failed', fault: 'predicted_address_differs', coin: event }
  if (!hasCode) return { status: event === null ? 'predicted' : 'deploying', fault: null, coin: null }
  if (event === null) {
    if (requireReceipt) return { status: 'deploying', fault: null, coin: null }
    if (symbol?.toUpperCase() !== ticker) return { status: 'deploying', fault: 'not_the_coin', coin: null }
  }
  const status = hasMarket === null ? 'deployed' : hasMarket ? 'funnel_completed' : 'funnel_pending'
  return { status, fault: null, coin: predictedCoin }
}
