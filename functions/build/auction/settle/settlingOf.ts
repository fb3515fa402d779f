import type { Address } from 'viem'
import type { AsOf } from '../../../../shared/chain/chain.ts'
import type { Describe, Resolved } from '../../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../../shared/chain/config.ts'
import { auctionAbi } from '../../../../shared/domain/auction/auctionAbi.ts'
import { termsCalls } from '../../../../shared/domain/auction/auctionCalls.ts'
import { readMoney } from '../../../../shared/domain/auction/Money.ts'
import { AUCTION } from '../../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls, provenanceOf } from '../../../../shared/domain/provenance/provenance.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import type { SettledBid, Settling } from './Settling.ts'

/** Reads of an auction for an exit and a claim. */
export const settlingCalls = (describe: Describe, config: ChainConfig, auction: Address) => ({
  terms: termsCalls(describe, auction),
  provenance: provenanceCalls(describe, config, AUCTION, auction),
  claimBlock: describe.at(auction, auctionAbi)('claimBlock'),
})

interface Reads extends Resolved<ReturnType<typeof settlingCalls>> {
  readonly asOf: AsOf
  readonly isGraduated: boolean | null
}

/** An auction from its reads. Throws invalid_request for another contract. */
export function settlingOf(
  { asOf, terms, claimBlock, isGraduated, provenance }: Reads,
  auction: Address,
  config: ChainConfig,
): Settling & { readonly clearingPrice: bigint } {
  const { clearingPrice, endBlock, currency } = terms
  if (clearingPrice === null || endBlock === null || isGraduated === null || currency.address === null)
    throw new ApiError('invalid_request', `auction: ${auction} on chain ${asOf.chainId} is not an auction`)
  return {
    asOf,
    nextBlock: BigInt(asOf.blockNumber) + 1n,
    auction,
    provenance: provenanceOf(config, AUCTION, auction, provenance),
    money: readMoney(terms.currency, terms.token),
    currency: currency.address,
    endBlock,
    claimBlock,
    isGraduated,
    clearingPrice,
  }
}

interface BidReads {
  readonly maxPrice: bigint
  readonly owner: Address
  readonly amountQ96: bigint
  readonly exitedBlock: bigint
  readonly tokensFilled: bigint
}

export const bidOf = (
  bidId: bigint,
  { maxPrice, owner, amountQ96, exitedBlock, tokensFilled }: BidReads,
): SettledBid => ({
  bidId,
  owner,
  maxPrice,
  budget: amountQ96 >> 96n,
  exitedBlock,
  tokensFilled,
})

export const unreadable = () =>
  new ApiError(
    'read_needed',
    'auction: no node answered, so the state of the bid, on which the transaction depends, is unknown; try again',
  )
