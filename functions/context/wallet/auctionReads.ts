import type { Address } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import type { Describe, Ref, Resolved } from '../../../shared/chain/calls.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { termsCalls } from '../../../shared/domain/auction/auctionCalls.ts'
import { shareTokenAbi } from '../../../shared/domain/token/shareTokenAbi.ts'

type Target = Address | Ref<Address>

/** Reads of an auction, and a wallet's balance and allowances of its currency and Permit2. */
export function auctionReads(describe: Describe, target: Target, wallet: Address, permit2: Address | undefined) {
  const { at } = describe
  const auction = at(target, auctionAbi)
  const terms = termsCalls(describe, target)
  const currency = terms.currency.address
  return {
    address: target,
    ...terms,
    claimBlock: auction('claimBlock'),
    totalSupply: auction('totalSupply'),
    vaultOfToken: at(terms.token.address, shareTokenAbi)('vault'),
    balance: at(currency, erc20Abi)('balanceOf', [wallet]),
    toPermit2: permit2 === undefined ? null : at(currency, erc20Abi)('allowance', [wallet, permit2]),
    permitted: permit2 === undefined ? null : at(permit2, permit2Abi)('allowance', [wallet, currency, target]),
  }
}

/** An auction after a simulated checkpoint, which changes what later calls see. */
export const checkpointReads = ({ at }: Describe, target: Target) => {
  const auction = at(target, auctionAbi)
  return {
    checkpoint: auction('checkpoint'),
    isGraduated: auction('isGraduated'),
    demand: auction('sumCurrencyDemandAboveClearingQ96'),
  }
}

export const bidRead = ({ at }: Describe, auction: Address, bidId: bigint) => at(auction, auctionAbi)('bids', [bidId])

export type AuctionReads = Resolved<ReturnType<typeof auctionReads>>
export type BidRead = NonNullable<Resolved<ReturnType<typeof bidRead>>>
