import type { walletIntelligence } from '../../../schema/agents/walletIntelligence.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { IntelligenceContext } from './context.ts'
import { answerIntelligence } from './answerIntelligence.ts'

/**
 * The same as getWalletIntelligence, for somebody signed in.
 *
 * Throws unsupported_chain, rate_limited, limiter_unavailable, store_unavailable.
 */
export const postWalletIntelligence: Handler<
  typeof walletIntelligence.postWalletIntelligence,
  IntelligenceContext
> = async ({ body, principal, spend, waitUntil }, context) => {
  const { address, hops, chainIds, store, noCache } = body
  const options = {
    address,
    hops,
    chainIds,
    noCache,
    portfolio: body.includePortfolio,
    ens: body.includeEns,
    social: body.includeSocial,
    labels: body.includeLabels,
  }
  return { data: await answerIntelligence(options, { store, principal, spend, waitUntil }, context) }
}
