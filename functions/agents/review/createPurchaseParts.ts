import { FeedbackReviewRequest } from '../../../schema/agents/feedbackReview.ts'
import { createArtifactStorage } from '../../../shared/artifacts/createArtifactStorage.ts'
import { createProviders } from '../../../shared/artifacts/createProviders.ts'
import { createSimulator } from '../../../shared/calldata/createSimulator.ts'
import { openEnv } from '../../../shared/env/readEnv.ts'
import { createContext } from '../../../shared/http/context.ts'
import { createWatch } from '../../../shared/http/createWatch.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { openReadOutside } from '../../../shared/outside/openReadOutside.ts'
import { createAgentFiles } from '../../../shared/store/agentFiles.ts'
import { createArtifactStore } from '../../../shared/store/artifacts.ts'
import { createLogStore } from '../../../shared/store/createLogStore.ts'
import { openDatabase } from '../../../shared/store/database.ts'
import { createFeedbackRows } from '../../../shared/store/feedbackRows.ts'
import { buildReview, type Reviewing } from './buildReview.ts'
import { createPayments } from './createPayments.ts'
import { createSignatureCheck } from './createSignatureCheck.ts'
import { createPaymentReader } from './payment/createPaymentReader.ts'
import type { PaymentRows } from './PaymentRows.ts'
import type { PurchaseParts } from './purchase.ts'
import { paymasterOf } from '../paymasterOf.ts'
import { ReviewEnv } from './reviewEnv.ts'

/** The parts of a purchase, from the environment of the ledger, which is that of its Worker. */
export function createPurchaseParts(env: object, rows: PaymentRows, waitUntil: WaitUntil): PurchaseParts {
  const own = openEnv(ReviewEnv, env)
  const context = createContext(own)
  const { chain, now, baseUrl } = context
  const { facilitator, offer } = createPayments(own, { chain, now, baseUrl, agent: own.AGENT })()
  const reviewing: Reviewing = {
    chain,
    now,
    baseUrl,
    waitUntil,
    simulate: createSimulator(chain, now),
    paymasterOf: paymasterOf(context, own),
    readOutside: openReadOutside(own),
    store: createLogStore(own.DB),
    feedback: createFeedbackRows(own.DB),
    agentFiles: createAgentFiles(openDatabase(own.DB)),
    storage: createArtifactStorage({
      provider: createProviders(own, baseUrl).current,
      artifacts: createArtifactStore(own.DB),
      now,
    }),
  }
  return {
    rows,
    facilitator,
    payments: createPaymentReader(chain),
    isSigned: createSignatureCheck(chain),
    offer,
    build: async (text, { authorization }) => {
      const request = FeedbackReviewRequest.parse(JSON.parse(text))
      return JSON.stringify(await buildReview(request, authorization.from, reviewing))
    },
    watch: createWatch(own.STATUS_BOARD, now),
    now,
    blockTimeMs: chain.config.blockTimeMs,
  }
}
