import { numberToHex, type Address } from 'viem'
import { encodeStep, type Step } from '../../../shared/calldata/encodeStep.ts'
import { encodePath } from './routeCalls.ts'
import { swapRouterAbi, swapTexts } from '../../../shared/domain/dex/swapRouter.ts'
import { type Hop, NATIVE, type Trade } from './Trade.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import type { Limits } from './describeQuote.ts'

export interface Swap extends Limits {
  readonly router: Address
  readonly trade: Pick<Trade, 'kind' | 'tokenIn' | 'tokenOut'>
  readonly tokenIn: TokenLabel
  readonly tokenOut: TokenLabel
  readonly hops: readonly Pick<Hop, 'tokenIn' | 'tokenOut' | 'fee'>[]
  readonly recipient: Address
  /** Unix seconds. */
  readonly deadline: bigint
}

/** The router's own name for itself as a recipient (Constants.sol of swap-router-contracts). */
const ROUTER_ITSELF = numberToHex(2, { size: 20 })

/** `multicall(deadline, data)` with the swap, and the calls in it: the router's only way to take a deadline. */
export function swapSteps(swap: Swap): { action: Step; inner: readonly Step[] } {
  const { router, trade, maxAmountIn, deadline } = swap
  const isNativeIn = trade.tokenIn === NATIVE
  const inner = [
    swapStep(swap),
    ...(trade.tokenOut === NATIVE ? [unwrapStep(swap)] : []),
    // Value that the pools do not take would stay with the router, where anybody can take it.
    ...(isNativeIn ? [refundStep(swap)] : []),
  ]
  const action = encodeStep({
    to: router,
    abi: swapRouterAbi,
    functionName: 'multicall',
    args: [deadline, inner.map(({ data }) => data)],
    value: isNativeIn ? maxAmountIn : 0n,
    describe: ([until]) =>
      swapTexts.multicall(
        router,
        inner.map(({ description }) => description),
        until,
      ),
  })
  return { action, inner }
}

function swapStep(swap: Swap): Step {
  const { router: to, trade, hops, minAmountOut, maxAmountIn } = swap
  const recipient = trade.tokenOut === NATIVE ? ROUTER_ITSELF : swap.recipient
  const [first, second] = hops
  if (!first) throw new Error('a route has at least one pool')
  const call = { to, abi: swapRouterAbi }
  const terms = { ...swap, fees: hops.map(({ fee }) => fee) }
  if (trade.kind === 'exactInput') {
    const amounts = { recipient, amountIn: maxAmountIn, amountOutMinimum: minAmountOut }
    return second
      ? encodeStep({
          ...call,
          functionName: 'exactInput',
          args: [{ path: encodePath(hops, trade.kind), ...amounts }],
          describe: ([{ amountIn, amountOutMinimum }]) => swapTexts.exactInput(terms, amountIn, amountOutMinimum),
        })
      : encodeStep({
          ...call,
          functionName: 'exactInputSingle',
          args: [{ ...first, ...amounts, sqrtPriceLimitX96: 0n }],
          describe: ([{ amountIn, amountOutMinimum }]) => swapTexts.exactInput(terms, amountIn, amountOutMinimum),
        })
  }
  const amounts = { recipient, amountOut: minAmountOut, amountInMaximum: maxAmountIn }
  return second
    ? encodeStep({
        ...call,
        functionName: 'exactOutput',
        args: [{ path: encodePath(hops, trade.kind), ...amounts }],
        describe: ([{ amountOut, amountInMaximum }]) => swapTexts.exactOutput(terms, amountOut, amountInMaximum),
      })
    : encodeStep({
        ...call,
        functionName: 'exactOutputSingle',
        args: [{ ...first, ...amounts, sqrtPriceLimitX96: 0n }],
        describe: ([{ amountOut, amountInMaximum }]) => swapTexts.exactOutput(terms, amountOut, amountInMaximum),
      })
}

const unwrapStep = ({ router, minAmountOut, recipient }: Swap): Step =>
  encodeStep({
    to: router,
    abi: swapRouterAbi,
    functionName: 'unwrapWETH9',
    args: [minAmountOut, recipient],
    describe: (args) => swapTexts.unwrapWETH9(args),
  })

const refundStep = ({ router }: Swap): Step =>
  encodeStep({
    to: router,
    abi: swapRouterAbi,
    functionName: 'refundETH',
    args: [],
    describe: () => swapTexts.refundETH(),
  })
