import { auction } from '../../schema/auction/index.ts'
import { serve } from '../../shared/http/serve.ts'
import { createAuctions } from '../../shared/store/auctions.ts'
import { createLogStore } from '../../shared/store/createLogStore.ts'
import { openDatabase } from '../../shared/store/database.ts'
import type { AuctionContext } from './context.ts'
import { AuctionEnv } from './env.ts'
import { getAuctionActivity } from './getAuctionActivity.ts'
import { getAuctionStatus } from './getAuctionStatus.ts'
import { listAuctions } from './listAuctions.ts'
import { listAuctionRecentBids } from './listAuctionRecentBids.ts'

export default {
  fetch: serve<typeof auction, AuctionEnv, AuctionContext>({
    name: 'auction',
    env: AuctionEnv,
    operations: auction,
    handlers: { listAuctions, getAuctionStatus, getAuctionActivity, listAuctionRecentBids },
    context: (common, env) => ({
      ...common,
      store: createLogStore(env.DB),
      auctions: createAuctions(openDatabase(env.DB)),
    }),
  }),
}
