import { auction } from '../../schema/auction.ts'
import { serve } from '../../shared/http/serve.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import type { AuctionContext, AuctionEnv } from './AuctionContext.ts'
import { getAuctionActivity } from './getAuctionActivity.ts'
import { getAuctionStatus } from './getAuctionStatus.ts'
import { listAuctionRecentBids } from './listAuctionRecentBids.ts'

export default {
  fetch: serve<typeof auction, AuctionEnv, AuctionContext>({
    name: 'auction',
    operations: auction,
    handlers: { getAuctionStatus, getAuctionActivity, listAuctionRecentBids },
    context: (common) => ({ ...common, store: createLogStore(common.env.DB) }),
  }),
}
