import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { auctionAbi, launchArmAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { AUCTION } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls } from '../../../shared/domain/provenance/provenance.ts'
import { acceptedCall, termsCalls } from '../../../shared/domain/auction/auctionCalls.ts'

/** Marks the end of an auction's list of prices (MAX_TICK_PTR). */
export const LAST_TICK = 2n ** 256n - 1n

/** The parts of a bid that the reads depend on; prices in Q96. */
export interface BidQuery {
  /** Auction or launch arm. */
  readonly address: Address
  readonly from: Address
  /** Undefined while the decimals that it is counted in are not read. */
  readonly price: bigint | undefined
  readonly prevTickPrice: bigint | undefined
}

/** The most prices that are followed to find the one below the bid's. */
const LONGEST_WALK = 64

/** Prices that were bid, upwards from one of them to the bid's if it is known. */
function ticksFrom(
  { at, follow, word }: Describe,
  target: Address | Ref<Address>,
  first: Ref<bigint>,
  price = LAST_TICK,
) {
  const last = price < LAST_TICK ? price : LAST_TICK - 1n
  return follow(first, { last, max: LONGEST_WALK }, (tick) => ({
    price: tick,
    next: word<bigint>(at(target, auctionAbi)('ticks', [tick]), 0),
  }))
}

/** A bidder's standing with an auction, its currency and Permit2. */
function bidderCalls(
  describe: Describe,
  target: Address | Ref<Address>,
  { from, price, prevTickPrice }: BidQuery,
  permit2: Address | undefined,
) {
  const { at } = describe
  const auction = at(target, auctionAbi)
  const terms = termsCalls(describe, target)
  const currency = terms.currency.address
  return {
    ...terms,
    vaultOfToken: at(terms.token.address, shareTokenAbi)('vault'),
    balance: at(currency, erc20Abi)('balanceOf', [from]),
    allowance: permit2 === undefined ? null : at(currency, erc20Abi)('allowance', [from, permit2]),
    permitted: permit2 === undefined ? null : at(permit2, permit2Abi)('allowance', [from, currency, target]),
    tickOfPrice: price === undefined ? null : auction('ticks', [price]),
    tickOfHint: prevTickPrice === undefined ? null : auction('ticks', [prevTickPrice]),
    ticksFromFloor: ticksFrom(describe, target, terms.floorPrice, price),
    ticksFromActive: ticksFrom(describe, target, auction('nextActiveTickPrice'), price),
  }
}

/**
 * Everything to read for a bid at an address that may be an auction or a launch arm with one. A checkpoint changes what
 * every later call sees, so the checkpoints come after all other calls.
 */
export function biddingCalls(describe: Describe, config: ChainConfig, query: BidQuery) {
  const { at } = describe
  const { address, from } = query
  const { multicall3, permit2 } = config.contracts
  const launched = at(address, launchArmAbi)('currentAuction')
  return {
    accepted: acceptedCall(describe, address),
    launched,
    ofAddress: bidderCalls(describe, address, query, permit2),
    ofLaunched: bidderCalls(describe, launched, query, permit2),
    proofOfAddress: provenanceCalls(describe, config, AUCTION, address),
    proofOfLaunched: provenanceCalls(describe, config, AUCTION, launched),
    native: multicall3 === undefined ? null : at(multicall3, multicall3Abi)('getEthBalance', [from]),
    demoShares: describeDemoShares(describe, config),
    checkpointOfAddress: at(address, auctionAbi)('checkpoint'),
    checkpointOfLaunched: at(launched, auctionAbi)('checkpoint'),
  }
}

export type BiddingReads = Resolved<ReturnType<typeof biddingCalls>>
export type BidderReads = Resolved<ReturnType<typeof bidderCalls>>
