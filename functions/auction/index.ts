import { auction } from '../../schema/auction.ts'
import { serve } from '../../shared/http/serve.ts'
import { createStore } from '../../shared/store/createStore.ts'
import type { AuctionContext, AuctionEnv } from './AuctionContext.ts'
import { getAuctionActivity } from './getAuctionActivity.ts'
import { getAuctionStatus } from './getAuctionStatus.ts'
import { listAuctionRecentBids } from './listAuctionRecentBids.ts'

export default {
  fetch: serve<typeof auction, AuctionEnv, AuctionContext>({
    name: 'auction',
    operations: auction,
    handlers: { getAuctionStatus, getAuctionActivity, listAuctionRecentBids },
    context: (common) => ({ ...common, store: createStore(common.env.DB) }),
  }),
}
