import type { BuildHandler } from '../../context.ts'
import { isAddressEqual, type Address } from 'viem'
import { encodeStep } from '../../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../../shared/calldata/defineBuilder.ts'
import { unprovenIssue } from '../../requireProven.ts'
import { settlementAbi, describeClaimedTokens } from './settlement.ts'
import { claimChanges } from './settlementChanges.ts'
import { claimIssues } from './settlementIssues.ts'
import { readIfReachable } from '../../../../shared/calldata/readIfReachable.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { auctionAbi } from '../../../../shared/domain/auction/auctionAbi.ts'
import type { SettledBid, Settling } from './Settling.ts'
import { bidOf, settlingCalls, settlingOf, unreadable } from './settlingOf.ts'

/**
 * Builds `claimTokens(bidId)` of a continuous clearing auction (Uniswap CCA), or `claimTokensBatch(owner, bidIds)` for
 * several bids of one owner. The tokens go to the owner, even if another address sends the call.
 *
 * Throws read_needed without a node, invalid_request for an address that is not an auction.
 */
export const buildAuctionClaimTokens: BuildHandler<'buildAuctionClaimTokens'> = defineBuilder(
  async ({ body, from }, context) => {
    const claiming = await readClaim(context.chain, body.auction, body.bidIds)
    const { auction, asOf, bids, money } = claiming
    const owner = bids.find(([, bid]) => bid !== null)?.[1]?.owner ?? null
    const tokens = tokensOf(claiming)
    const describe = (ids: readonly bigint[], payee: Address | null) =>
      describeClaimedTokens(auction, ids, { token: money.token, owner: payee, tokens })
    const [first = 0n] = body.bidIds
    return {
      action:
        body.bidIds.length === 1
          ? encodeStep({
              to: auction,
              abi: settlementAbi,
              functionName: 'claimTokens',
              args: [first],
              describe: (args) => describe(args, owner),
            })
          : encodeStep({
              to: auction,
              abi: settlementAbi,
              functionName: 'claimTokensBatch',
              args: [owner ?? from, body.bidIds],
              describe: ([payee, ids]) => describe(ids, payee),
            }),
      issues: [
        ...unprovenIssue({ field: 'auction', address: auction, provenance: claiming.provenance }),
        ...claimIssues(bids, claiming),
      ],
      warnings: warningsOf(bids, owner, from),
      changes: claimChanges(
        claiming,
        bids.flatMap(([, bid]) => bid ?? []),
      ),
      asOf,
      extra: { auction, owner, tokens: tokens === null ? null : String(tokens), token: money.token.address },
    }
  },
)

/** Tokens of all bids together; null if one of them is unknown. */
const tokensOf = ({ bids }: Claiming): bigint | null =>
  bids.every(([, bid]) => bid !== null) ? bids.reduce((sum, [, bid]) => sum + (bid?.tokensFilled ?? 0n), 0n) : null

function warningsOf(bids: Claiming['bids'], owner: Address | null, from: Address): string[] {
  const empty = bids.filter(([, bid]) => bid !== null && bid.exitedBlock > 0n && bid.tokensFilled === 0n)
  return [
    ...(owner !== null && !isAddressEqual(owner, from)
      ? [`The bids belong to ${owner}, not to the sender; that address receives the tokens.`]
      : []),
    ...(empty.length > 0
      ? [`Nothing is left to claim of ${empty.map(([bidId]) => bidId).join(', ')}: it bought nothing, or was claimed.`]
      : []),
  ]
}

/** State that a claim depends on. */
interface Claiming extends Settling {
  /** Null for a bid that the auction does not have. */
  readonly bids: readonly (readonly [bidId: bigint, bid: SettledBid | null])[]
}

/**
 * Reads bids and their auction in one upstream request. The auction counts what it raised as of its last checkpoint, as a
 * claim does, so none is simulated.
 *
 * Throws read_needed if no node answers, since the function depends on the owner; invalid_request for an address that is not
 * an auction.
 */
async function readClaim(chain: Chain, auction: Address, bidIds: readonly bigint[]): Promise<Claiming> {
  const read = await readIfReachable(chain, (describe) => {
    const own = describe.at(auction, auctionAbi)
    return {
      ...settlingCalls(describe, chain.config, auction),
      isGraduated: own('isGraduated'),
      bids: Object.fromEntries(bidIds.map((bidId) => [String(bidId), own('bids', [bidId])])),
    }
  })
  if (!read) throw unreadable()
  const { bids, ...value } = read.value
  return {
    ...settlingOf({ ...value, asOf: read.asOf }, auction, chain.config),
    bids: bidIds.map((bidId) => {
      const bid = bids[String(bidId)]
      return [bidId, bid ? bidOf(bidId, bid) : null]
    }),
  }
}
