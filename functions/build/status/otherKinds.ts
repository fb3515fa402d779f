import {
  decodeFunctionData,
  type DecodeFunctionDataReturnType,
  getAddress,
  hexToNumber,
  size,
  sliceHex,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import {
  agentRegistryAbi,
  reputationFeedbackAbi,
  registryTexts,
} from '../../../shared/domain/agents/registryActions.ts'
import { swapRouterAbi, type SwapTerms, swapTexts } from '../../../shared/domain/dex/swapRouter.ts'
import { arrayLength } from '../../../shared/domain/sponsorship/decodeCanonical.ts'
import { trendFactoryAbi, describeTrendDeploy } from '../../../shared/domain/trend/trendFactory.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { type Kind, type SentCall, unlabelled } from './Kind.ts'

const identity: Kind = {
  abi: agentRegistryAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: agentRegistryAbi, data })
    return call.functionName === 'setAgentWallet' ? registryTexts.setAgentWallet(to, call.args) : null
  },
}

const reputation: Kind = {
  abi: reputationFeedbackAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: reputationFeedbackAbi, data })
    switch (call.functionName) {
      case 'giveFeedback':
        return registryTexts.giveFeedback(to, call.args)
      case 'revokeFeedback':
        return registryTexts.revokeFeedback(to, call.args)
      case 'appendResponse':
        return registryTexts.appendResponse(to, call.args)
    }
  },
}

const trend: Kind = {
  abi: trendFactoryAbi,
  text({ to, data }) {
    const call = decodeFunctionData({ abi: trendFactoryAbi, data })
    return call.functionName === 'deployTrendCoin' ? describeTrendDeploy(to, call.args) : null
  },
}

const router: Kind = {
  abi: swapRouterAbi,
  tokens(describe, call) {
    const { swap } = multicallIn(call) ?? {}
    return swap ? { sold: tokenCalls(describe, swap.tokenIn), bought: tokenCalls(describe, swap.tokenOut) } : {}
  },
  text(call, { tokens: { sold, bought } }) {
    const multicall = multicallIn(call)
    if (!multicall?.swap) return null
    const { swap, unwrap, until, refunds } = multicall
    const terms: SwapTerms = {
      fees: swap.fees,
      tokenIn: call.value > 0n ? NATIVE : (sold ?? unlabelled(swap.tokenIn)),
      tokenOut: unwrap ? NATIVE : (bought ?? unlabelled(swap.tokenOut)),
      recipient: unwrap?.[1] ?? swap.recipient,
    }
    const parts = [
      swap.text(terms),
      ...(unwrap ? [swapTexts.unwrapWETH9(unwrap)] : []),
      ...(refunds ? [swapTexts.refundETH()] : []),
    ]
    return swapTexts.multicall(call.to, parts, until)
  },
}

const NATIVE: TokenLabel = { address: zeroAddress, symbol: 'ETH', decimals: 18 }
/** Calls of one multicall that are looked at: a swap that is built has three at most. */
const MOST_INNER = 3n

interface SwapInside extends Pick<SwapTerms, 'fees' | 'recipient'> {
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly text: (terms: SwapTerms) => string
}

/** A multicall of the router with one swap, as it is built here; null for any other call. */
function multicallIn({ data }: SentCall) {
  const count = arrayLength(data, 2, 1)
  if (count === undefined || count > MOST_INNER) return null
  const call = decodeFunctionData({ abi: swapRouterAbi, data })
  if (call.functionName !== 'multicall') return null
  const [until, parts] = call.args
  const inner = parts.map((part) => decodeFunctionData({ abi: swapRouterAbi, data: part }))
  const unwrap = inner.flatMap((one) => (one.functionName === 'unwrapWETH9' ? [one.args] : []))[0]
  const refunds = inner.some(({ functionName }) => functionName === 'refundETH')
  return { until, unwrap, refunds, swap: inner.flatMap((one) => swapIn(one) ?? [])[0] }
}

function swapIn(call: DecodeFunctionDataReturnType<typeof swapRouterAbi>): SwapInside | null {
  switch (call.functionName) {
    case 'exactInputSingle': {
      const [{ amountIn, amountOutMinimum, fee, ...ends }] = call.args
      return { ...ends, fees: [fee], text: (terms) => swapTexts.exactInput(terms, amountIn, amountOutMinimum) }
    }
    case 'exactOutputSingle': {
      const [{ amountOut, amountInMaximum, fee, ...ends }] = call.args
      return { ...ends, fees: [fee], text: (terms) => swapTexts.exactOutput(terms, amountOut, amountInMaximum) }
    }
    case 'exactInput': {
      const [{ path, recipient, amountIn, amountOutMinimum }] = call.args
      const route = routeIn(path)
      if (!route) return null
      const { first: tokenIn, last: tokenOut, fees } = route
      const text = (terms: SwapTerms) => swapTexts.exactInput(terms, amountIn, amountOutMinimum)
      return { tokenIn, tokenOut, fees, recipient, text }
    }
    case 'exactOutput': {
      const [{ path, recipient, amountOut, amountInMaximum }] = call.args
      const route = routeIn(path)
      if (!route) return null
      const { first: tokenOut, last: tokenIn, fees } = route
      const text = (terms: SwapTerms) => swapTexts.exactOutput(terms, amountOut, amountInMaximum)
      return { tokenIn, tokenOut, fees: fees.toReversed(), recipient, text }
    }
    default:
      return null
  }
}

/** The ends and fees of a path of two pools (v3-periphery, Path.sol); null for another length. */
function routeIn(path: Hex): { first: Address; last: Address; fees: number[] } | null {
  if (size(path) !== 66) return null
  const fee = (at: number) => hexToNumber(sliceHex(path, at, at + 3))
  return {
    first: getAddress(sliceHex(path, 0, 20)),
    last: getAddress(sliceHex(path, 46, 66)),
    fees: [fee(20), fee(43)],
  }
}

/** Contracts that the builders of other families call. */
export const OTHER_KINDS: readonly Kind[] = [identity, reputation, trend, router]
