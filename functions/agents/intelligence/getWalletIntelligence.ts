import type { IntelligenceHandler } from './context.ts'
import { answerIntelligence } from './answerIntelligence.ts'

/**
 * Intelligence on a wallet, as a graph: first funders on several chains, labels, portfolio, verified names, social
 * account, keys of rooms.
 *
 * Throws unsupported_chain, rate_limited, store_unavailable.
 */
export const getWalletIntelligence: IntelligenceHandler<'getWalletIntelligence'> = async (
  { query: { chains, store, ...query }, principal, spend, waitUntil },
  context,
) => {
  const options = { ...query, chainIds: chains?.split(',').map(Number) }
  return { data: await answerIntelligence(options, { store, principal, spend, waitUntil }, context) }
}
