import { parseAbi, type Address } from 'viem'
import type { Issue } from '../../../schema/calldata.ts'
import { FAR_LIMIT_BPS } from '../../../schema/market/dexParts.ts'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { NATIVE } from './Trade.ts'
import { insufficientBalance } from '../../../shared/domain/token/insufficientBalance.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { type Limits, quoteWarnings } from './describeQuote.ts'
import type { SwapRead } from './readSwap.ts'

interface SetLimits extends Limits {
  /** null where the request set the limit itself. */
  readonly slippageBps: number | null
}

/** Why the router would refuse a swap, or the trader should, as of the block of its quote. */
export function swapIssues(read: SwapRead, limits: SetLimits): Issue[] {
  const far = farLimit(read, limits)
  return [
    ...balanceIssues(read, limits),
    ...limitIssues(read, limits),
    ...(far === null ? [] : [{ code: 'limit_far_from_quote' as const, ...far }]),
  ]
}

/** What is wrong with a limit of the request that lets others take more than FAR_LIMIT_BPS of a trade; null if nothing is. */
function farLimit(
  { route, trade, tokenIn, tokenOut }: SwapRead,
  { minAmountOut, maxAmountIn, slippageBps }: SetLimits,
): { message: string; quoted: string } | null {
  if (slippageBps !== null) return null
  const isSelling = trade.kind === 'exactInput'
  const [quoted, limit, token] = isSelling
    ? [route.amountOut, minAmountOut, tokenOut]
    : [route.amountIn, maxAmountIn, tokenIn]
  const distance = isSelling ? quoted - limit : limit - quoted
  if (distance * 10_000n <= quoted * BigInt(FAR_LIMIT_BPS)) return null
  const [bound, does] = isSelling ? ['the least', 'gives'] : ['the most', 'costs']
  return {
    message: `limitAmount: ${bound} of ${tokenText(limit, token)} is ${percent(distance, quoted)} ${isSelling ? 'below' : 'above'} what the trade ${does} now, ${tokenText(quoted, token)}; others may trade around it and take the difference. Set a limit near the quote`,
    quoted: String(quoted),
  }
}

/** A part of a whole in percent, rounded down to hundredths. */
const percent = (part: bigint, whole: bigint): string => `${Number((part * 10_000n) / whole) / 100} %`

function balanceIssues({ trade, balance, tokenIn, route }: SwapRead, { maxAmountIn }: Limits): Issue[] {
  // Of a token only what the pools take is paid; the value of a native trade is sent as a whole, and the rest comes back.
  const needed = trade.tokenIn === NATIVE ? maxAmountIn : route.amountIn
  return insufficientBalance(needed, balance, tokenIn).map((issue) => {
    const { reverts, ...others } = issue
    // Without the value of a native trade there is no transaction that could revert.
    return trade.tokenIn === NATIVE && reverts !== undefined ? others : issue
  })
}

function limitIssues(
  { route, trade, tokenIn, tokenOut, allowance }: SwapRead,
  { minAmountOut, maxAmountIn }: Limits,
): Issue[] {
  if (trade.kind === 'exactInput' && route.amountOut < minAmountOut)
    return [
      {
        code: 'limit_not_met',
        message: `limitAmount: the trade gives ${tokenText(route.amountOut, tokenOut)} now, less than the least of ${tokenText(minAmountOut, tokenOut)}`,
        reverts: 'Too little received',
        quoted: String(route.amountOut),
      },
    ]
  if (trade.kind === 'exactOutput' && route.amountIn > maxAmountIn)
    return [
      {
        code: 'limit_not_met',
        message: `limitAmount: the trade costs ${tokenText(route.amountIn, tokenIn)} now, more than the most of ${tokenText(maxAmountIn, tokenIn)}`,
        // What is approved or sent is the limit, and paying fails before the router compares.
        reverts: (allowance ?? 0n) >= route.amountIn ? 'Too much requested' : 'STF',
        quoted: String(route.amountIn),
      },
    ]
  return []
}

/** Slippage of this many basis points invites others to trade around a swap. */
const WIDE_SLIPPAGE = 300

interface SwapFindings extends SetLimits {
  readonly from: Address
  readonly recipient: Address
}

/** What a trader must know before signing. */
export const swapWarnings = (read: SwapRead | null, { from, recipient, ...limits }: SwapFindings): string[] => {
  const { slippageBps } = limits
  return [
    recipient === from ? '' : `What is bought goes to ${recipient}, not to the sender.`,
    slippageBps !== null && slippageBps >= WIDE_SLIPPAGE
      ? `slippageBps: with ${slippageBps / 100} % others may trade around this swap at the sender’s expense; the limits say the worst that the router accepts.`
      : '',
    read ? '' : 'No node answered: route and limit are those of the request, and were not checked.',
    (read && farLimit(read, limits)?.message) ?? '',
    ...(read ? quoteWarnings(read) : []),
  ].filter((text) => text !== '')
}

/** What a swap brought its recipient in a simulation, from the balance after it, and what is wrong with that. */
export function received(
  { held, tokenOut, route }: SwapRead,
  balance: bigint,
  { minAmountOut }: Limits,
): { amount: bigint; issues: Issue[]; warnings: string[] } {
  const amount = balance - (held ?? 0n)
  const text = `The recipient gets ${tokenText(amount, tokenOut)} of the ${tokenText(route.amountOut, tokenOut)} that the pools pay: the token keeps the rest.`
  if (amount >= route.amountOut) return { amount, issues: [], warnings: [] }
  if (amount >= minAmountOut) return { amount, issues: [], warnings: [text] }
  const least = tokenText(minAmountOut, tokenOut)
  return {
    amount: amount < 0n ? 0n : amount,
    issues: [
      {
        code: 'transfer_fee',
        message: `${text} That is less than the least of ${least}, which the router checks before the token keeps its part`,
        received: String(amount),
        minAmountOut: String(minAmountOut),
      },
    ],
    warnings: [],
  }
}

/** `balanceOf` as a call that can be simulated after others. */
const balanceAbi = parseAbi(['function balanceOf(address account) returns (uint256 balance)'])

/** Shows what an account has of a token after a swap. */
export const balanceStep = (token: Address, owner: Address): Step =>
  encodeStep({
    to: token,
    abi: balanceAbi,
    functionName: 'balanceOf',
    args: [owner],
    describe: ([account]) => `Balance of ${account}.`,
  })
