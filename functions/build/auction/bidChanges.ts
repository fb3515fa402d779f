import { encodeFunctionData, zeroAddress, type Address } from 'viem'
import { paymentChanges, permit2Change, type Change } from '../../../shared/calldata/changes.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { permitEnd, sufficesPermit } from './approvePermit2.ts'
import type { Bidding } from './Bidding.ts'
import { currencyLabel } from './bidWording.ts'

interface Payment {
  readonly from: Address
  readonly amount: bigint
  readonly permit2: Address | undefined
}

/**
 * The changes of a bid: the auction has one more, and the sender pays the whole budget, in tokens through Permit2. An
 * auction does not count the bids of an owner, and the id of this one is unknown before it is mined.
 */
export function bidChanges(bidding: Bidding, { from, amount, permit2 }: Payment): Change[] {
  const { auction, currency, terms, provenance, asOf } = bidding
  const token = currencyLabel(bidding)
  const bids: Change = {
    kind: 'bid',
    address: auction,
    token: { symbol: null, decimals: 0 },
    contract: auction,
    view: { to: auction, data: encodeFunctionData({ abi: auctionAbi, functionName: 'nextBidId' }) },
    expected: 1n,
    provenance,
  }
  // The core adds the native currency that a call sends.
  if (currency === zeroAddress || !permit2) return [bids]
  const { allowance, permitted } = terms
  const approved = !permitted || !sufficesPermit(permitted, amount, asOf.timestamp)
  const endsBy = BigInt(permitEnd({ permitted, amount, now: asOf.timestamp }))
  return [
    ...paymentChanges({ spending: { token, spender: permit2, amount, allowance }, from }),
    permit2Change({
      permit2,
      spending: { token, spender: auction, amount, approved },
      from,
      ...(approved ? { endsBy } : {}),
    }),
    bids,
  ]
}
