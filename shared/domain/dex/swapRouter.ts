import { parseAbi, type Address } from 'viem'
import { timeText, tokenText, type TokenLabel } from '../../text/wording.ts'

/** Uniswap's SwapRouter02 (swap-router-contracts): a deadline is an argument of `multicall`, not of a swap. */
export const swapRouterAbi = parseAbi([
  'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct ExactOutputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'struct ExactInputParams { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct ExactOutputParams { bytes path; address recipient; uint256 amountOut; uint256 amountInMaximum; }',
  'function factory() view returns (address)',
  'function WETH9() view returns (address)',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)',
  'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function exactOutputSingle(ExactOutputSingleParams params) payable returns (uint256 amountIn)',
  'function exactOutput(ExactOutputParams params) payable returns (uint256 amountIn)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
])

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
