import type { Address } from 'viem'
import { readIfReachable } from '../../../../shared/calldata/readIfReachable.ts'
import type { Describe, Ref, Resolved } from '../../../../shared/chain/calls.ts'
import type { Chain } from '../../../../shared/chain/chain.ts'
import { auctionAbi } from '../../../../shared/domain/auction/auctionAbi.ts'
import type { ChainConfig } from '../../../../shared/chain/config.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { PricePoint, SettledBid, Settling } from './Settling.ts'
import { bidOf, settlingCalls, settlingOf, unreadable } from './settlingOf.ts'

/** Checkpoints that one request follows, and requests: an auction makes at most one a block. */
const STRIDE = 256
const MOST_REQUESTS = 8
/** The `next` of the last checkpoint. */
const END = 2n ** 64n - 1n

/** State that the exit of a bid depends on. */
export interface Exiting extends Settling {
  /** Null if the auction has no such bid. */
  readonly bid: SettledBid | null
  /** Recorded prices from the bid's own on, as far as the first above its maximum. */
  readonly points: readonly PricePoint[]
  /** Clearing price after a simulated checkpoint, which the transaction makes too. */
  readonly price: bigint
}

/** Checkpoints in the order in which they were made. */
const pointsFrom = ({ at, follow, word }: Describe, auction: Address, first: Ref<bigint>) =>
  follow(first, { last: END - 1n, max: STRIDE }, (block) => {
    const checkpoint = at(auction, auctionAbi)('checkpoints', [block])
    return { block, price: word<bigint>(checkpoint, 0), next: word<bigint>(checkpoint, 5) }
  })

/** A checkpoint in the simulation changes what every later call sees, so it comes last. */
function exitCalls(describe: Describe, config: ChainConfig, auction: Address, bidId: bigint) {
  const own = describe.at(auction, auctionAbi)
  const bid = own('bids', [bidId])
  return {
    ...settlingCalls(describe, config, auction),
    bid,
    points: pointsFrom(describe, auction, describe.word<bigint>(bid, 0)),
    checkpoint: own('checkpoint'),
    isGraduated: own('isGraduated'),
  }
}

type Points = Resolved<ReturnType<typeof pointsFrom>>

/**
 * Reads the state of a bid and of its auction in one upstream request; a bid that the auction has passed by more than 256
 * checkpoints takes another for each 256.
 *
 * Throws read_needed if no node answers, since the function depends on what is read, and for a bid that is further behind;
 * invalid_request for an address that is not an auction.
 */
export async function readExit(chain: Chain, auction: Address, bidId: bigint): Promise<Exiting> {
  const read = await readIfReachable(chain, (describe) => exitCalls(describe, chain.config, auction, bidId))
  if (!read) throw unreadable()
  const { checkpoint, ...value } = read.value
  const settling = settlingOf({ ...value, asOf: read.asOf }, auction, chain.config)
  const bid = value.bid && bidOf(bidId, value.bid)
  return {
    ...settling,
    bid,
    points: bid ? await pointsPast(chain, auction, bid.maxPrice, value.points) : [],
    price: checkpoint?.clearingPrice ?? settling.clearingPrice,
  }
}

/** The points until one is above a price. Throws read_needed. */
async function pointsPast(chain: Chain, auction: Address, price: bigint, first: Points): Promise<PricePoint[]> {
  const points: PricePoint[] = []
  let part = first
  for (let requests = 1; ; requests++) {
    for (const { block, price: own } of part) {
      // A contract without this list: what it does with an exit, its simulation shows.
      if (block === null || own === null) return points
      points.push({ block, price: own })
      if (own > price) return points
    }
    const last = part.at(-1)
    if (!last || last.next === END) return points
    if (requests === MOST_REQUESTS) throw tooFar()
    const from = last.block ?? 0n
    const read = await readIfReachable(chain, (describe) => ({
      points: pointsFrom(
        describe,
        auction,
        describe.word<bigint>(describe.at(auction, auctionAbi)('checkpoints', [from]), 5),
      ),
    }))
    if (!read) throw unreadable()
    part = read.value.points
  }
}

const tooFar = () =>
  new ApiError(
    'read_needed',
    `bidId: the auction has made more than ${STRIDE * MOST_REQUESTS} checkpoints since the bid, too many to follow; call exitPartiallyFilledBid with the blocks of the checkpoints before and after its price`,
  )
