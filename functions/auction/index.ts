import { auction } from '../../schema/auction/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import type { AuctionContext } from './context.ts'
import { AuctionEnv } from './env.ts'
import { getAuctionActivity } from './getAuctionActivity.ts'
import { getAuctionStatus } from './getAuctionStatus.ts'
import { listAuctionRecentBids } from './listAuctionRecentBids.ts'

export default {
  fetch: serve<typeof auction, AuctionEnv, AuctionContext>({
    name: 'auction',
    env: AuctionEnv,
    operations: auction,
    handlers: { getAuctionStatus, getAuctionActivity, listAuctionRecentBids },
    context: (common, env) => ({ ...common, store: createLogStore(env.DB) }),
  }),
}
