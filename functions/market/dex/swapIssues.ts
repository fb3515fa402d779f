import type { Address } from 'viem'
import type { Issue } from '../../../schema/issues.ts'
import { FAR_LIMIT_BPS } from '../../../schema/market/dexParts.ts'
import { NATIVE } from './Trade.ts'
import { insufficientBalance } from '../../../shared/domain/token/insufficientBalance.ts'
import { tokenText } from '../../../shared/text/wording.ts'
import { type Limits, quoteWarnings } from './describeQuote.ts'
import type { SwapRead } from './readSwap.ts'

interface SetLimits extends Limits {
  /** null where the request set the limit itself. */
  readonly slippageBps: number | null
}

/** Reasons why the swap would revert, or why the trader should not send it, as of the block of its quote. */
export function swapIssues(read: SwapRead, limits: SetLimits): Issue[] {
  const far = farLimit(read, limits)
  return [
    ...unlisted(read),
    ...balanceIssues(read, limits),
    ...limitIssues(read, limits),
    ...(far === null ? [] : [{ code: 'limit_far_from_quote' as const, ...far }]),
  ]
}

/** Tokens that imitate others are traded in genuine pools too, so a swap names those that nothing vouches for. */
const unlisted = ({ trade, provenance }: SwapRead): Issue[] =>
  (['tokenIn', 'tokenOut'] as const).flatMap((field) => {
    const found = provenance[field]
    if (found === null || found.status === 'proven') return []
    const message =
      found.status === 'unknown'
        ? `${field}: it is unknown whether ${trade[field]} is a token of this deployment, because ${found.message}`
        : `${field}: neither the registry nor the configuration names ${trade[field]}; compare the address with a source that you trust`
    return [{ code: 'token_not_listed' as const, message, token: trade[field] }]
  })

/** The fault of a limit that lets others take more than FAR_LIMIT_BPS of a trade; null without one. */
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
  const [bound, current] = isSelling ? ['a minimum', 'output'] : ['a maximum', 'cost']
  return {
    message: `limitAmount: ${bound} of ${tokenText(limit, token)} is ${percent(distance, quoted)} ${isSelling ? 'below' : 'above'} the current ${current} of ${tokenText(quoted, token)}, so others can sandwich the swap and take the difference; set a limit near the quote`,
    quoted: String(quoted),
  }
}

/** A part of a whole in percent, rounded down to hundredths. */
const percent = (part: bigint, whole: bigint): string => `${Number((part * 10_000n) / whole) / 100} %`

function balanceIssues({ trade, balance, tokenIn, route }: SwapRead, { maxAmountIn }: Limits): Issue[] {
  // For a token, the pools take only their amount; the value of a native trade is sent in full and the rest is refunded.
  const needed = trade.tokenIn === NATIVE ? maxAmountIn : route.amountIn
  return insufficientBalance(needed, balance, tokenIn).map((issue) => {
    const { reverts, ...others } = issue
    // Without the value of a native trade the transaction is not even included, so nothing reverts.
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
        message: `limitAmount: the trade now pays out ${tokenText(route.amountOut, tokenOut)}, less than the minimum of ${tokenText(minAmountOut, tokenOut)}`,
        reverts: 'Too little received',
        quoted: String(route.amountOut),
      },
    ]
  if (trade.kind === 'exactOutput' && route.amountIn > maxAmountIn)
    return [
      {
        code: 'limit_not_met',
        message: `limitAmount: the trade now costs ${tokenText(route.amountIn, tokenIn)}, more than the maximum of ${tokenText(maxAmountIn, tokenIn)}`,
        // Approval and value equal the limit, so the payment fails before the router compares.
        reverts: (allowance ?? 0n) >= route.amountIn ? 'Too much requested' : 'STF',
        quoted: String(route.amountIn),
      },
    ]
  return []
}

/** Slippage of this many basis points invites others to sandwich a swap. */
const WIDE_SLIPPAGE = 300

interface SwapFindings extends SetLimits {
  readonly from: Address
  readonly recipient: Address
}

/** Warnings for the trader before signing. */
export const swapWarnings = (read: SwapRead | null, { from, recipient, ...limits }: SwapFindings): string[] => {
  const { slippageBps } = limits
  return [
    recipient === from ? '' : `The bought tokens go to ${recipient}, not to the sender.`,
    slippageBps !== null && slippageBps >= WIDE_SLIPPAGE
      ? `slippageBps: a tolerance of ${slippageBps / 100} % lets others sandwich this swap at the sender’s expense; the limits are the worst price that the router accepts.`
      : '',
    read ? '' : 'No node answered: route and limit come from the request and were not checked.',
    (read && farLimit(read, limits)?.message) ?? '',
    ...(read ? quoteWarnings(read) : []),
  ].filter((text) => text !== '')
}

/** The recipient's gain in a simulated swap, from the balance after it, and its faults. */
export function received(
  { held, tokenOut, route }: SwapRead,
  balance: bigint,
  { minAmountOut }: Limits,
): { amount: bigint; issues: Issue[]; warnings: string[] } {
  const amount = balance - (held ?? 0n)
  const text = `The recipient gets ${tokenText(amount, tokenOut)} of the ${tokenText(route.amountOut, tokenOut)} that the pools pay out: the token charges a transfer fee.`
  if (amount >= route.amountOut) return { amount, issues: [], warnings: [] }
  if (amount >= minAmountOut) return { amount, issues: [], warnings: [text] }
  const least = tokenText(minAmountOut, tokenOut)
  return {
    amount: amount < 0n ? 0n : amount,
    issues: [
      {
        code: 'transfer_fee',
        message: `${text} That is below the minimum of ${least}, which the router checks before the fee is charged`,
        received: String(amount),
        minAmountOut: String(minAmountOut),
      },
    ],
    warnings: [],
  }
}
