import type { IntelligenceHandler } from './context.ts'
import { answerIntelligence } from './answerIntelligence.ts'

/**
 * The same as getWalletIntelligence, for somebody signed in.
 *
 * Throws unsupported_chain, rate_limited, limiter_unavailable, store_unavailable.
 */
export const postWalletIntelligence: IntelligenceHandler<'postWalletIntelligence'> = async (
  { body, principal, spend, waitUntil },
  context,
) => {
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
