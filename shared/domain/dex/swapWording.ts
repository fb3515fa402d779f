import type { Address } from 'viem'
import { timeText, tokenText, type TokenLabel } from '../../text/wording.ts'

/** The tokens, pools and recipient of a swap. */
export interface SwapTerms {
  readonly tokenIn: TokenLabel
  readonly tokenOut: TokenLabel
  /** Fees of the pools in hundredths of a basis point. */
  readonly fees: readonly number[]
  readonly recipient: Address
}

/** Descriptions of the calls of SwapRouter02. */
export const swapTexts = {
  exactInput: (terms: SwapTerms, amountIn: bigint, least: bigint): string =>
    `Swap ${tokenText(amountIn, terms.tokenIn)} for at least ${tokenText(least, terms.tokenOut)}, ${goesTo(terms)}.`,
  exactOutput: (terms: SwapTerms, amountOut: bigint, most: bigint): string =>
    `Swap at most ${tokenText(most, terms.tokenIn)} for ${tokenText(amountOut, terms.tokenOut)}, ${goesTo(terms)}.`,
  unwrapWETH9: ([least, to]: readonly [bigint, Address]): string =>
    `Unwrap the output, at least ${least} wei, and send it to ${to}.`,
  refundETH: (): string => 'Refund the unused value.',
  multicall: (router: Address, inner: readonly string[], until: bigint): string =>
    `${inner.join(' ')} Sent through the router ${router}, valid until ${timeText(until)}.`,
} as const

const goesTo = ({ fees, recipient }: SwapTerms): string =>
  `through ${fees.length === 1 ? 'the pool' : 'two pools'} at ${fees.map((fee) => `${fee / 10_000} %`).join(' and ')}, for ${recipient}`
