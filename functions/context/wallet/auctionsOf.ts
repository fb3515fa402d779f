import { isAddressEqual, zeroAddress, type Address } from 'viem'
import { clearingPriceQ96, type Checkpoint } from '../../../shared/domain/auction/clearing.ts'
import { type Money, readMoney } from '../../../shared/domain/auction/Money.ts'
import { AUCTION } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import type { AuctionReads } from './auctionReads.ts'
import type { Found } from './Found.ts'

type Required = 'tickSpacing' | 'floorPrice' | 'clearingPrice' | 'startBlock' | 'endBlock'
type Terms = Omit<AuctionReads, Required> & { readonly [P in Required]: NonNullable<AuctionReads[P]> }

/** An auction at one block, and what a wallet has of its currency. Prices in Q96, amounts in base units. */
export interface WalletAuction {
  readonly address: Address
  /** Builders pay proven auctions alone. */
  readonly isProven: boolean
  readonly terms: Terms
  readonly money: Money
  /** The zero address for the native currency. */
  readonly currency: Address
  /** After a simulated checkpoint; null before the start, and before the tokens have arrived. */
  readonly checkpoint: Checkpoint | null
  /** As of that checkpoint; null if there is none. */
  readonly isGraduated: boolean | null
  readonly clearing: bigint
  /** The highest that the clearing price can be in the next block, which counts this block's bids; null if not known. */
  readonly highestNext: bigint | null
  readonly balance: bigint | null
}

/** The auctions that were read, each once: those of the configuration and of bids, then the current ones of the lanes. */
export function auctionsOf({ reads, config }: Found): WalletAuction[] {
  const isVouchedFor = (address: Address) =>
    provenanceOf(config, AUCTION, address, reads.proofs[address] ?? null).status === 'proven'
  const own = Object.values(reads.auctions).map((terms) => ({
    terms,
    isProven: terms.address !== null && isVouchedFor(terms.address),
    now: (terms.address && reads.checkpoints[terms.address]) ?? null,
  }))
  // The launch arm of a vault of the registry names its current auction.
  const ofLanes = (reads.lanes ?? []).map(({ auction: terms }, i) => ({
    terms,
    isProven: true,
    now: reads.laneCheckpoints?.[i] ?? null,
  }))
  const found = new Map<Address, WalletAuction>()
  for (const { terms, isProven, now } of [...own, ...ofLanes]) {
    const address = knownAddress(terms.address)
    const currency = terms.currency.address
    if (address === null || found.has(address) || currency === null || !isAuction(terms)) continue
    const checkpoint = now?.checkpoint ?? null
    const clearing = clearingPriceQ96(terms, checkpoint)
    found.set(address, {
      address,
      isProven,
      terms,
      money: readMoney(terms.currency, terms.token),
      currency,
      checkpoint,
      isGraduated: checkpoint ? (now?.isGraduated ?? null) : null,
      clearing,
      highestNext: highestNext(clearing, now?.demand ?? null, terms.totalSupply),
      balance: isAddressEqual(currency, zeroAddress) ? reads.native : terms.balance,
    })
  }
  return [...found.values()]
}

const isAuction = (terms: AuctionReads): terms is Terms =>
  [terms.tickSpacing, terms.floorPrice, terms.clearingPrice, terms.startBlock, terms.endBlock].every(
    (value) => value !== null,
  ) && terms.tickSpacing !== 0n

/** The price at which all demand above the clearing price buys the whole supply: the auction's price never passes it. */
function highestNext(clearing: bigint, demand: bigint | null, supply: bigint | null): bigint | null {
  if (demand === null || supply === null || supply === 0n) return null
  const meets = (demand + supply - 1n) / supply
  return meets > clearing ? meets : clearing
}
