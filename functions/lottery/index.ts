import { lottery } from '../../schema/lottery.ts'
import { marketplace } from '../../schema/marketplace.ts'
import { serve } from '../../shared/http/serve.ts'
import { createStore } from '../../shared/store/createStore.ts'
import { amoeRelayers } from './amoeRelayers.ts'
import { getLotteryCreator } from './getLotteryCreator.ts'
import { getLotteryGlobal } from './getLotteryGlobal.ts'
import { getLotteryKeyCoverage } from './getLotteryKeyCoverage.ts'
import { getLotteryLive } from './getLotteryLive.ts'
import { getMarketplaceAgentMetadata } from './getMarketplaceAgentMetadata.ts'
import { getMarketplaceLotteryTicket } from './getMarketplaceLotteryTicket.ts'
import { listLotteryRecentEntries } from './listLotteryRecentEntries.ts'
import { listLotteryRecentWinners } from './listLotteryRecentWinners.ts'
import type { LotteryContext, LotteryEnv } from './LotteryContext.ts'
import { readMarketplace } from './marketplace/readMarketplace.ts'

const operations = { ...lottery, ...marketplace }

export default {
  fetch: serve<typeof operations, LotteryEnv, LotteryContext>({
    name: 'lottery',
    operations,
    handlers: {
      getLotteryGlobal,
      getLotteryCreator,
      getLotteryLive,
      listLotteryRecentWinners,
      listLotteryRecentEntries,
      getLotteryKeyCoverage,
      getMarketplaceAgentMetadata,
      getMarketplaceLotteryTicket,
    },
    context: (common) => ({
      ...common,
      store: createStore(common.env.DB),
      amoeRelayers: amoeRelayers(common.env.AMOE_RELAYERS),
      marketplace: readMarketplace(common.env.MARKETPLACE),
    }),
  }),
}
