import { zeroAddress, type Address } from 'viem'
import type { AsOf, BlockPoint, Chain } from '../../chain/chain.ts'
import { knownAddress } from '../../text/address.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { Describe } from '../../chain/calls.ts'
import { AUCTION, LAUNCH_ARM } from '../provenance/kinds.ts'
import { type Provenance, provenanceCalls, provenanceOf } from '../provenance/provenance.ts'
import { readMoney, type Money } from './Money.ts'
import {
  auctionCalls,
  type ArmReads,
  currentCalls,
  type CurrentReads,
  statusCalls,
  type TermsReads,
  type UnitReads,
} from './auctionCalls.ts'

/** The reads without which an auction cannot be answered for. */
type Required = 'clearingPrice' | 'startBlock' | 'endBlock'
type Known<T, K extends keyof T> = Omit<T, K> & { readonly [P in K]: NonNullable<T[P]> }

export type Terms = Known<TermsReads, Required>
export type Current = Known<CurrentReads, keyof CurrentReads>
export type Arm = Known<ArmReads, 'status'>

/** An auction, a launch arm with one, or a launch arm without. */
export interface Auction {
  readonly arm: Arm | null
  readonly address: Address | null
  readonly terms: Terms | null
  /** As of the block itself; null before the start, and before the tokens have arrived. */
  readonly current: Current | null
  readonly money: Money
  /** Of the requested address, as a launch arm or an auction. */
  readonly provenance: Provenance
  readonly asOf: AsOf
  readonly block: bigint
}

/**
 * Reads the contract at an address, at the newest block or `at` another, in one upstream request: a launch arm (getAuctionStatus answers) with its current
 * auction, or an auction (clearingPrice, startBlock and endBlock answer).
 *
 * Throws not_an_auction if neither does, not_a_contract if the address accepts a call and returns nothing, and what a
 * chain read throws.
 */
export async function readAuction(chain: Chain, address: Address, at?: BlockPoint): Promise<Auction> {
  const { value, asOf } = await chain.read((describe) => auctionCalls(describe, chain.config, address), [], at)
  const common = { asOf, block: BigInt(asOf.blockNumber) }
  if (isArm(value.arm)) {
    const terms = termsOf(value.ofLaunched)
    const of = terms ?? value.arm
    return {
      ...common,
      arm: value.arm,
      address: knownAddress(value.launched),
      terms,
      current: terms && currentOf(value.nowOfLaunched),
      money: moneyOf(of.currency, of.token),
      provenance: provenanceOf(chain.config, LAUNCH_ARM, address, value.provenance.asArm),
    }
  }
  const terms = termsOf(value.ofAddress)
  const provenance = provenanceOf(chain.config, AUCTION, address, value.provenance.asAuction)
  if (terms) return { ...common, ...ofAuction(address, terms, value.nowOfAddress), provenance }
  const where = `${address} on chain ${asOf.chainId}`
  if (value.accepted === undefined && value.ofAddress.clearingPrice === null)
    throw new ApiError('not_a_contract', `address: there is no contract at ${where}, or it returns nothing`)
  throw new ApiError(
    'not_an_auction',
    `address: ${where} answers neither getAuctionStatus() as a launch arm nor clearingPrice() as an auction`,
  )
}

/**
 * Reads auctions at a block, in one upstream request. A contract that does not answer as an auction then is left out. Throws
 * what a chain read throws.
 */
export async function readAuctions(chain: Chain, addresses: readonly Address[], at: BlockPoint): Promise<Auction[]> {
  const { config } = chain
  const ofEach = <T>(read: (address: Address) => T) =>
    Object.fromEntries(addresses.map((address) => [address, read(address)]))
  // Checkpoints come last: they change what later calls see.
  const describeReads = (describe: Describe) => ({
    terms: ofEach((address) => statusCalls(describe, address)),
    proofs: ofEach((address) => provenanceCalls(describe, config, AUCTION, address)),
    now: ofEach((address) => currentCalls(describe, address)),
  })
  const { value, asOf } = await chain.read(describeReads, [], at)
  return addresses.flatMap((address) => {
    const [read, now] = [value.terms[address], value.now[address]]
    const terms = read && termsOf(read)
    if (!terms || !now) return []
    const provenance = provenanceOf(config, AUCTION, address, value.proofs[address] ?? null)
    return [{ asOf, block: BigInt(asOf.blockNumber), ...ofAuction(address, terms, now), provenance }]
  })
}

const ofAuction = (address: Address, terms: Terms, now: CurrentReads) => ({
  arm: null,
  address,
  terms,
  current: currentOf(now),
  money: moneyOf(terms.currency, terms.token),
})

const isArm = (arm: ArmReads): arm is Arm => arm.status !== null

const termsOf = (terms: TermsReads): Terms | null => (isTerms(terms) ? terms : null)
const isTerms = (terms: TermsReads): terms is Terms =>
  [terms.clearingPrice, terms.startBlock, terms.endBlock].every((value) => value !== null)

const currentOf = (current: CurrentReads): Current | null => (isCurrent(current) ? current : null)
const isCurrent = (current: CurrentReads): current is Current => Object.values(current).every((value) => value !== null)

const moneyOf = (currency: UnitReads, token: UnitReads): Money =>
  readMoney(currency, { ...token, address: token.address === zeroAddress ? null : token.address })
