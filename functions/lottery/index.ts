import { createLotteryContext } from './context.ts'
import { lottery } from '../../schema/lottery/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { checkinAmoeMsgnet } from './checkinAmoeMsgnet.ts'
import { checkinAmoePost } from './checkinAmoePost.ts'
import type { LotteryContext } from './context.ts'
import { LotteryEnv } from './env.ts'
import { getAmoeCredits } from './getAmoeCredits.ts'
import { getAmoeNonce } from './getAmoeNonce.ts'
import { getLotteryCreator } from './getLotteryCreator.ts'
import { getLotteryGlobal } from './getLotteryGlobal.ts'
import { getLotteryKeyCoverage } from './getLotteryKeyCoverage.ts'
import { getLotteryLive } from './getLotteryLive.ts'
import { getMarketplaceAgentMetadata } from './getMarketplaceAgentMetadata.ts'
import { getMarketplaceLotteryTicket } from './getMarketplaceLotteryTicket.ts'
import { ingestLotteryWebhook } from './ingestLotteryWebhook.ts'
import { listLotteryRecentEntries } from './listLotteryRecentEntries.ts'
import { listLotteryRecentWinners } from './listLotteryRecentWinners.ts'
import { publishLotteryKeyCoverage } from './publishLotteryKeyCoverage.ts'
import { scheduled } from './scheduled.ts'
import { submitAmoeChallenge } from './submitAmoeChallenge.ts'

export { AmoeLedger } from './amoe/AmoeLedger.ts'
export { AmoePost } from './amoe/AmoePost.ts'

export default {
  fetch: serve<typeof lottery, LotteryEnv, LotteryContext>({
    name: 'lottery',
    env: LotteryEnv,
    operations: lottery,
    handlers: {
      getLotteryGlobal,
      getLotteryCreator,
      getLotteryLive,
      listLotteryRecentWinners,
      listLotteryRecentEntries,
      getLotteryKeyCoverage,
      publishLotteryKeyCoverage,
      getAmoeNonce,
      getAmoeCredits,
      submitAmoeChallenge,
      checkinAmoePost,
      checkinAmoeMsgnet,
      ingestLotteryWebhook,
      getMarketplaceAgentMetadata,
      getMarketplaceLotteryTicket,
    },
    context: createLotteryContext,
    authenticate,
    keys: ({ DB }) => createIdempotencyKeys(DB),
  }),
  scheduled,
}
