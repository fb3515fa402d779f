import { parseAbi, type Address } from 'viem'
import { auctionAbi, LAST_TICK } from '../../../shared/domain/auction/auctionAbi.ts'
import { erc20Abi } from '../../../shared/abi/erc20.ts'
import { launchArmAbi } from '../../../shared/domain/auction/launchArmAbi.ts'
import { multicall3Abi } from '../../../shared/abi/multicall3.ts'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { describeDemoShares } from '../demoVaults.ts'

/** A bid as far as reading for it needs to know it; prices in Q96. */
export interface Asked {
  /** Auction or launch arm. */
  readonly address: Address
  readonly from: Address
  readonly price: bigint
  readonly prevTickPrice: bigint | undefined
}

/** Most prices that are gone along to find the one below the bid's. */
const LONGEST_WALK = 64

/** clearingPrice() without a result: it "succeeds" on any address that does not revert, one without code included. */
const acceptedAbi = parseAbi(['function clearingPrice() view'])

const tokenCalls = ({ at }: Describe, token: Ref<Address>) => ({
  address: token,
  symbol: at(token, erc20Abi)('symbol'),
  decimals: at(token, erc20Abi)('decimals'),
})

/** Prices that were bid, upwards from one of them, up to the bid's. */
function ticksFrom({ at, follow, word }: Describe, target: Address | Ref<Address>, first: Ref<bigint>, price: bigint) {
  const last = price < LAST_TICK ? price : LAST_TICK - 1n
  return follow(first, { last, max: LONGEST_WALK }, (tick) => ({
    price: tick,
    next: word<bigint>(at(target, auctionAbi)('ticks', [tick]), 0),
  }))
}

/** What an auction says to a bidder, and what its currency and Permit2 say of one. */
function termsCalls(
  describe: Describe,
  target: Address | Ref<Address>,
  { from, price, prevTickPrice }: Asked,
  permit2: Address | undefined,
) {
  const { at } = describe
  const auction = at(target, auctionAbi)
  const currency = auction('currency')
  const token = auction('token')
  return {
    currency: tokenCalls(describe, currency),
    token: tokenCalls(describe, token),
    vaultOfToken: at(token, shareTokenAbi)('vault'),
    tickSpacing: auction('tickSpacing'),
    floorPrice: auction('floorPrice'),
    clearingPrice: auction('clearingPrice'),
    maxBidPrice: auction('MAX_BID_PRICE'),
    startBlock: auction('startBlock'),
    endBlock: auction('endBlock'),
    validationHook: auction('validationHook'),
    nextBidId: auction('nextBidId'),
    balance: at(currency, erc20Abi)('balanceOf', [from]),
    allowance: permit2 === undefined ? null : at(currency, erc20Abi)('allowance', [from, permit2]),
    permitted: permit2 === undefined ? null : at(permit2, permit2Abi)('allowance', [from, currency, target]),
    tickOfPrice: auction('ticks', [price]),
    tickOfHint: prevTickPrice === undefined ? null : auction('ticks', [prevTickPrice]),
    ticksFromFloor: ticksFrom(describe, target, auction('floorPrice'), price),
    ticksFromActive: ticksFrom(describe, target, auction('nextActiveTickPrice'), price),
  }
}

/**
 * Everything there is to read for a bid at an address that may be an auction or a launch arm with one. A checkpoint
 * changes what every later call sees, so the checkpoints come after all other calls.
 */
export function biddingCalls(describe: Describe, config: ChainConfig, asked: Asked) {
  const { at } = describe
  const { address, from } = asked
  const { multicall3, permit2 } = config.contracts
  const launched = at(address, launchArmAbi)('currentAuction')
  return {
    accepted: at(address, acceptedAbi)('clearingPrice'),
    launched,
    ofAddress: termsCalls(describe, address, asked, permit2),
    ofLaunched: termsCalls(describe, launched, asked, permit2),
    native: multicall3 === undefined ? null : at(multicall3, multicall3Abi)('getEthBalance', [from]),
    demoShares: describeDemoShares(describe, config),
    checkpointOfAddress: at(address, auctionAbi)('checkpoint'),
    checkpointOfLaunched: at(launched, auctionAbi)('checkpoint'),
  }
}

export type BiddingReads = Resolved<ReturnType<typeof biddingCalls>>
export type TermsReads = Resolved<ReturnType<typeof termsCalls>>
