import { encodeFunctionData, zeroAddress, type Address } from 'viem'
import { paymentChanges, type Change } from '../../../shared/calldata/changes.ts'
import { permit2Abi } from '../../../shared/abi/permit2.ts'
import { wordAt } from '../../../shared/abi/wordAt.ts'
import { auctionAbi } from '../../../shared/domain/auction/auctionAbi.ts'
import { permitEnd, sufficesPermit } from './approvePermit2.ts'
import type { Bidding } from './Bidding.ts'
import { currencyLabel } from './bidWording.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

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

/** The change of an allowance through Permit2 (`allowance(owner, token, spender)`), which the spender uses up. */
export const permit2Change = ({
  permit2,
  spending: { token, spender, amount, approved },
  from,
  endsBy,
}: {
  readonly permit2: Address
  /** `approved`: whether the calls set the allowance to the amount. */
  readonly spending: {
    readonly token: TokenLabel
    readonly spender: Address
    readonly amount: bigint
    readonly approved: boolean
  }
  readonly from: Address
  readonly endsBy?: bigint
}): Change => ({
  kind: 'permit2_allowance',
  address: from,
  spender,
  token,
  contract: token.address,
  view: {
    to: permit2,
    data: encodeFunctionData({ abi: permit2Abi, functionName: 'allowance', args: [from, token.address, spender] }),
  },
  untilIn: (returned) => wordAt(returned, 1),
  ...(endsBy === undefined ? {} : { endsBy }),
  // Permit2 does not reduce an unlimited allowance (AllowanceTransfer, `_transfer`).
  expected: (before) => (approved ? -before : before === 2n ** 160n - 1n ? 0n : -amount),
})
