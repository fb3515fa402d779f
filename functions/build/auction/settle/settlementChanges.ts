import { encodeFunctionData, zeroAddress } from 'viem'
import { balanceChange, nativeChange, type Change, type Expected } from '../../../../shared/calldata/changes.ts'
import { wordAt } from '../../../../shared/abi/wordAt.ts'
import type { ChainConfig } from '../../../../shared/chain/config.ts'
import { auctionAbi } from '../../../../shared/domain/auction/auctionAbi.ts'
import type { ExitPlan } from './planExit.ts'
import type { SettledBid, Settling } from './Settling.ts'

/**
 * The changes of an exit: the owner gets the refund, and the bid its tokens. Both follow from checkpoints that are made, or
 * that nothing can change after the end.
 */
export function exitChanges(
  settling: Settling,
  { settlement }: Pick<ExitPlan, 'settlement'>,
  { bid, config }: { readonly bid: SettledBid; readonly config: ChainConfig },
): Change[] {
  const { currency, money } = settling
  const { owner: address, budget } = bid
  const isRefunded = settlement === 'refunded'
  const expected: Expected = isRefunded ? budget : { least: 0n, most: budget, because: null }
  return [
    currency === zeroAddress
      ? nativeChange(config, { address, expected })
      : balanceChange({ token: { ...money.currency, address: currency }, address, expected }),
    bidChange(settling, bid, isRefunded ? 0n : { least: 0n, because: null }),
  ]
}

/** The changes of a claim of bids with one owner: the owner gets the tokens, and nothing is left of the bids. */
export function claimChanges(settling: Settling, bids: readonly SettledBid[]): Change[] {
  const { token } = settling.money
  const [first] = bids
  if (!first || token.address === null) return []
  const because = 'anybody can claim for the owner first; then this call moves nothing'
  const tokens = bids.reduce((sum, { tokensFilled }) => sum + tokensFilled, 0n)
  return [
    balanceChange({
      token: { ...token, address: token.address },
      address: first.owner,
      expected: tokens === 0n ? 0n : { least: 0n, most: tokens, because },
    }),
    ...bids.map((bid) =>
      bidChange(settling, bid, bid.tokensFilled === 0n ? 0n : { least: -bid.tokensFilled, most: 0n, because }),
    ),
  ]
}

/** The change of the tokens that a bid has bought and its owner has not claimed. */
const bidChange = (
  { auction, money, provenance }: Settling,
  { bidId, owner }: SettledBid,
  expected: Expected,
): Change => ({
  kind: 'bid',
  address: owner,
  id: String(bidId),
  token: money.token,
  contract: auction,
  view: { to: auction, data: encodeFunctionData({ abi: auctionAbi, functionName: 'bids', args: [bidId] }) },
  amountIn: (returned) => wordAt(returned, 6),
  expected,
  provenance,
})
