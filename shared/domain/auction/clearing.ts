import { bpsOf } from '../dex/Ratio.ts'

/** An auction's whole supply, in the unit of its schedule (MPS: ten-millionths of it). */
export const WHOLE_SUPPLY_MPS = 10_000_000

/** How far an auction has come, as of a checkpoint. */
export interface Checkpoint {
  /** In Q96. */
  readonly clearingPrice: bigint
  readonly cumulativeMps: number
}

/** Price of a token (Q96): as of a simulated checkpoint, or else as the auction last reported. */
export const clearingPriceQ96 = (
  terms: { readonly clearingPrice: bigint },
  checkpoint: Pick<Checkpoint, 'clearingPrice'> | null | undefined,
): bigint => checkpoint?.clearingPrice ?? terms.clearingPrice

/** The lowest price (Q96) that is above the clearing price and a multiple of the tick spacing, which is not zero. */
export const leastBidPriceQ96 = (clearing: bigint, tickSpacing: bigint): bigint =>
  (clearing / tickSpacing + 1n) * tickSpacing

/** How much of the supply is sold, in basis points. */
export const soldBps = ({ cumulativeMps }: Pick<Checkpoint, 'cumulativeMps'>): number =>
  bpsOf(BigInt(cumulativeMps), BigInt(WHOLE_SUPPLY_MPS))

export type BidWindow = 'not_started' | 'tokens_not_received' | 'over' | 'sold_out' | 'open'

/**
 * Whether an auction accepts bids in a block, in the order in which its contract checks; `checkpoint` is a simulated
 * one, or null if that reverts.
 */
export function bidWindow(
  { startBlock, endBlock }: { readonly startBlock: bigint; readonly endBlock: bigint },
  checkpoint: Checkpoint | null,
  block: bigint,
): BidWindow {
  if (block < startBlock) return 'not_started'
  // At the block before the first one there is no checkpoint to try.
  if (checkpoint === null && block > startBlock) return 'tokens_not_received'
  if (block >= endBlock) return 'over'
  return checkpoint !== null && checkpoint.cumulativeMps >= WHOLE_SUPPLY_MPS ? 'sold_out' : 'open'
}
