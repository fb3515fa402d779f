import type { Address } from 'viem'
import {
  balanceChange,
  nativeChange,
  paymentChanges,
  type Change,
  type Expected,
} from '../../../shared/calldata/changes.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import type { SwapRead } from './readSwap.ts'
import type { Swap } from './swapSteps.ts'
import { NATIVE } from './Trade.ts'

interface Trader {
  readonly from: Address
  /** Null without a node. */
  readonly read: Pick<SwapRead, 'allowance' | 'provenance'> | null
  readonly config: ChainConfig
}

/**
 * The changes of a swap within its limits: what the sender pays, and what the recipient gets. A pool whose liquidity ends
 * takes less than an exact input. Native amounts also contain what others left with the router, which pays out all it has.
 */
export function swapChanges(
  { trade, tokenIn, tokenOut, router, recipient, minAmountOut, maxAmountIn }: Swap,
  { from, read, config }: Trader,
): { readonly in: readonly Change[]; readonly out: Change } {
  const isExactIn = trade.kind === 'exactInput'
  const pays = isExactIn ? 'a pool takes less if its liquidity runs out' : MOVES
  const gets: Expected =
    isExactIn || trade.tokenOut === NATIVE
      ? { least: minAmountOut, because: isExactIn ? MOVES : 'the router pays out all that it has' }
      : minAmountOut
  return {
    in:
      trade.tokenIn === NATIVE
        ? [nativeChange(config, { address: from, expected: { least: -maxAmountIn, because: pays } })]
        : paymentChanges({
            spending: { token: tokenIn, spender: router, amount: maxAmountIn, allowance: read?.allowance ?? null },
            from,
            takes: { least: 0n, because: pays },
            provenance: read?.provenance.tokenIn ?? null,
          }),
    out:
      trade.tokenOut === NATIVE
        ? nativeChange(config, { address: recipient, expected: gets })
        : balanceChange({
            token: tokenOut,
            address: recipient,
            expected: gets,
            provenance: read?.provenance.tokenOut ?? null,
          }),
  }
}

const MOVES = 'the price moves with every trade before this one'
