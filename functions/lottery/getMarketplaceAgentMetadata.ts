import { ApiError } from '../../shared/errors/ApiError.ts'
import type { LotteryHandler } from './context.ts'

/** Agent metadata v1 of the jackpot provider, from the configuration. Throws marketplace_not_configured. */
export const getMarketplaceAgentMetadata: LotteryHandler<'getMarketplaceAgentMetadata'> = async (
  _,
  { baseUrl, marketplace: settings },
) => {
  if (!settings) throw new ApiError('marketplace_not_configured')
  return {
    data: { version: 1, ...settings.agent, listings: [`${baseUrl}/v1/marketplace/lottery-ticket.json`] },
  }
}
