import type { BuildHandler } from '../../context.ts'
import { isAddressEqual } from 'viem'
import { encodeStep } from '../../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../../shared/calldata/defineBuilder.ts'
import { unprovenIssue } from '../../requireProven.ts'
import { planExit } from './planExit.ts'
import { readExit } from './readExit.ts'
import { settlementAbi, describeExit } from './settlement.ts'
import { exitChanges } from './settlementChanges.ts'

/**
 * Builds `exitBid(bidId)` or `exitPartiallyFilledBid(bidId, lastFullyFilledCheckpointBlock, outbidBlock)` of a continuous
 * clearing auction (Uniswap CCA), whichever its rules accept for the bid, with the checkpoints found on the chain.
 *
 * Throws read_needed without a node, invalid_request for an address that is not an auction.
 */
export const buildAuctionExitBid: BuildHandler<'buildAuctionExitBid'> = defineBuilder(
  async ({ body, from }, context) => {
    const exiting = await readExit(context.chain, body.auction, body.bidId)
    const { auction, bid, asOf, endBlock, currency } = exiting
    const { settlement, hints, issues } = planExit(exiting)
    const call = { to: auction, abi: settlementAbi } as const
    return {
      action: hints
        ? encodeStep({
            ...call,
            functionName: 'exitPartiallyFilledBid',
            args: [body.bidId, hints.lastFullyFilled, hints.outbid],
            describe: (args) => describeExit(auction, args),
          })
        : encodeStep({
            ...call,
            functionName: 'exitBid',
            args: [body.bidId],
            describe: (args) => describeExit(auction, args),
          }),
      issues: [...unprovenIssue({ field: 'auction', address: auction, provenance: exiting.provenance }), ...issues],
      warnings:
        bid && !isAddressEqual(bid.owner, from)
          ? [`The bid belongs to ${bid.owner}, not to the sender; that address receives the refund and the tokens.`]
          : [],
      changes: bid ? exitChanges(exiting, { settlement }, { bid, config: context.chain.config }) : [],
      asOf,
      // Before the end, an outbid bid exits by other checkpoints than after it.
      expires: exiting.nextBlock < endBlock ? { block: endBlock } : {},
      extra: {
        auction,
        owner: bid?.owner ?? null,
        settlement,
        budget: bid ? String(bid.budget) : null,
        currency,
      },
    }
  },
)
