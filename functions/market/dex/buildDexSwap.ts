import type { MarketHandler } from '../context.ts'
import { isAddressEqual, type Address } from 'viem'
import type { dex } from '../../../schema/market/dex.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../../schema/market/dexParts.ts'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { baseUnits } from '../../../shared/calldata/baseUnits.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { limitsOf } from './readQuote.ts'
import { NATIVE, type Trade } from './Trade.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Input } from '../../../shared/http/handler.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { routeQuote } from './api/routeQuote.ts'
import { describeToken } from './describePool.ts'
import { describePath, describeQuote, type Limits, pathOf, tradeOf } from './describeQuote.ts'
import { readSwap, type SwapRead } from './readSwap.ts'
import { swapChanges } from './swapChanges.ts'
import { received, swapIssues, swapWarnings } from './swapIssues.ts'
import { swapSteps } from './swapSteps.ts'
import { NATIVE_LABEL } from '../../../shared/text/wording.ts'

type Body = Input<typeof dex.buildDexSwap>['body']

/**
 * Builds `multicall(deadline, data)` of SwapRouter02 with one swap through the best route at one block, with the approval
 * of the sold token if the allowance is too low.
 *
 * Throws read_needed without a node unless path and limitAmount are given and no token is the native currency, no_route,
 * insufficient_liquidity, demo_vault, role_not_configured, invalid_request for an address that is not a token and for a
 * recipient that is a part of the swap, and what the trading API's route throws.
 */
export const buildDexSwap: MarketHandler<'buildDexSwap'> = defineBuilder(async ({ body, from }, context) => {
  const { chain, now } = context
  const { recipient = from } = body
  const router = chain.role('dexRouter')
  const wanted = tradeOf(body)
  const read = await routeQuote({ trade: wanted, source: body.source }, context, (own) =>
    readSwap(chain, { trade: own, from, recipient }),
  )
  const trade = read?.trade ?? {
    ...wanted,
    amount: baseUnits(wanted.amount, named(wanted.kind === 'exactInput' ? wanted.tokenIn : wanted.tokenOut)),
  }
  const { slippageBps, ...limits } = limitsFor(body, trade, read)
  const path = read ? pathOf(read) : needed(body.path)
  const [tokenIn, tokenOut] = [read?.tokenIn ?? unnamed(trade.tokenIn), read?.tokenOut ?? unnamed(trade.tokenOut)]
  const time = Math.max(Math.floor(now() / 1000), read?.asOf.timestamp ?? 0)
  const deadline = BigInt(time + body.deadlineSeconds)
  const hops = read?.route.hops ?? hopsOf(trade.tokenIn, trade.tokenOut, path)
  const pools = read?.route.hops.map(({ pool }) => pool) ?? []
  refuseLosing(recipient, [router, ...pools, ...hops.flatMap((hop) => [hop.tokenIn, hop.tokenOut])])
  const swap = { router, trade, tokenIn, tokenOut, hops, recipient, deadline, ...limits }
  const { action, inner } = swapSteps(swap)
  const changes = swapChanges(swap, { from, read, config: chain.config })
  const known = {
    action,
    expires: { times: [deadline] },
    warnings: swapWarnings(read, { ...swap, from, slippageBps }),
    extra: {
      kind: trade.kind,
      tokenIn: describeToken(tokenIn),
      tokenOut: describeToken(tokenOut),
      minAmountOut: String(limits.minAmountOut),
      maxAmountIn: String(limits.maxAmountIn),
      path: describePath(path),
      recipient,
      deadline: Number(deadline),
      swapCalls: inner.map(({ function: signature, args, description }) => ({
        function: signature,
        args,
        description,
      })),
      quote: read && describeQuote(read, limits, slippageBps),
      receivedAmount: decimal(null),
    },
  }
  return {
    ...known,
    approvals:
      trade.tokenIn === NATIVE
        ? []
        : approveErc20({
            token: tokenIn,
            spender: router,
            amount: limits.maxAmountIn,
            allowance: read?.allowance ?? null,
          }),
    issues: read ? swapIssues(read, { ...limits, slippageBps }) : [],
    changes: [...changes.in, changes.out],
    payees: pools,
    asOf: read?.asOf,
    ...(read?.held == null || trade.tokenOut === NATIVE
      ? {}
      : {
          learned: (_, after) => {
            const balance = after(changes.out)
            if (balance === null) return known
            const gain = received(read, balance, limits)
            return {
              ...known,
              issues: gain.issues,
              warnings: [...gain.warnings, ...known.warnings],
              extra: { ...known.extra, receivedAmount: decimal(gain.amount) },
            }
          },
        }),
  }
})

/**
 * Throws invalid_request for a recipient that is a part of the swap itself (a token, a pool or the router): nobody could get
 * the tokens back, or anybody could take them.
 */
function refuseLosing(recipient: Address, parts: readonly Address[]): void {
  if (parts.some((part) => isAddressEqual(part, recipient)))
    throw new ApiError(
      'invalid_request',
      `recipient: ${recipient} is the router, a token or a pool of this swap, so the bought tokens would be lost; send the address of the receiving account`,
    )
}

/** The limits of a swap, and the slippage behind them. Throws read_needed if they depend on a missing quote. */
function limitsFor(
  { limitAmount, limitAmountDecimal, slippageBps }: Body,
  { kind, amount, tokenIn, tokenOut }: Trade,
  read: SwapRead | null,
): Limits & { slippageBps: number | null } {
  const given = limitAmount ?? limitAmountDecimal
  if (given !== undefined)
    return kind === 'exactInput'
      ? { minAmountOut: baseUnits(given, read?.tokenOut ?? named(tokenOut)), maxAmountIn: amount, slippageBps: null }
      : { minAmountOut: amount, maxAmountIn: baseUnits(given, read?.tokenIn ?? named(tokenIn)), slippageBps: null }
  const bps = slippageBps ?? DEFAULT_SLIPPAGE_BPS
  return { ...limitsOf(needed(read?.route), kind, bps), slippageBps: bps }
}

/** A value that the swap requires. Throws read_needed without it. */
function needed<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new ApiError(
    'read_needed',
    'amount: no node answered, so route and price are unknown; retry, or send both path and limitAmount',
  )
}

/** Label of a token if no node answers. */
const named = (address: Address) => (address === NATIVE ? NATIVE_LABEL : null)

const unnamed = (address: Address) => ({ address, symbol: null, decimals: null })

/** The pools of a path between two tokens. Throws read_needed if one needs the address of the wrapped native currency. */
function hopsOf(
  tokenIn: Address,
  tokenOut: Address,
  { fees: [first = 0, second], through }: { readonly fees: readonly number[]; readonly through?: Address | undefined },
) {
  if ([tokenIn, tokenOut, through].includes(NATIVE))
    throw new ApiError(
      'read_needed',
      'tokenIn, tokenOut, path.through: no node answered, so the address of the wrapped native currency is unknown; retry, or send the wrapped token’s address',
    )
  return through === undefined || second === undefined
    ? [{ tokenIn, tokenOut, fee: first }]
    : [
        { tokenIn, tokenOut: through, fee: first },
        { tokenIn: through, tokenOut, fee: second },
      ]
}
