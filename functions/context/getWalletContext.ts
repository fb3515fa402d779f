import type { context as operations } from '../../schema/context/index.ts'
import { indexedAsOf } from '../../shared/events/eventsFromIndex.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { openPage } from '../../shared/store/openPage.ts'
import type { WalletsContext } from './context.ts'
import { describeWallet } from './wallet/describeWallet.ts'
import { type ContextPart, readHoldings } from './wallet/readHoldings.ts'
import { LANES, walletCalls } from './wallet/walletCalls.ts'
import { createUnread } from './createUnread.ts'

/**
 * Holdings and possible actions of a wallet. The log index lists its bids, tickets and agents; all state is read at one block, in
 * one upstream request. A part that cannot be read is null, and `unread` has the reason.
 *
 * Throws invalid_request for a cursor that is not of this list, and what a chain read throws.
 */
export const getWalletContext: Handler<typeof operations.getWalletContext, WalletsContext> = async (
  { params: { address: wallet }, query: { cursor, minBlock = 0 } },
  context,
) => {
  const { chain } = context
  const page = openPage('context', ['number'], { cursor })
  const offset = page.after?.[0] ?? 0
  const unread = createUnread<ContextPart>()
  const holdings = await readHoldings(context, { wallet, minBlock, unread })
  const wanted = { wallet, offset, bids: holdings.bids ?? [], agents: holdings.agents ?? [] }
  const { value: reads, asOf } = await chain.read((describe) => walletCalls(describe, chain.config, wanted))
  const found = { wallet, config: chain.config, asOf, reads }
  const isLast = reads.count === null || BigInt(offset + LANES) >= reads.count
  const data = await describeWallet(found, { context, holdings, unread })
  const { standing } = holdings
  return {
    asOf,
    partial: unread.passes(),
    data: {
      chainId: asOf.chainId,
      address: wallet,
      ...data,
      index: standing && indexedAsOf(asOf.chainId, standing),
      nextCursor: isLast ? null : page.cursorOf([offset + LANES]),
      truncated: [...data.truncated, ...(isLast ? [] : ['vaults' as const])],
      unread: unread.parts,
    },
  }
}
