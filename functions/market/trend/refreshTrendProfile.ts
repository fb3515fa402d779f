import type { coinTrendProfiles } from '../../../schema/market/coinTrendProfiles.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import { resolveProfile } from './resolveProfile.ts'
import type { TrendContext } from './TrendContext.ts'

/** The account's profile at the trend provider, looked up again at most every ten minutes. Throws what resolveProfile throws. */
export const refreshTrendProfile: Handler<typeof coinTrendProfiles.refreshTrendProfile, TrendContext> = async (
  { principal },
  context,
) => ({ data: await resolveProfile(principal, { always: true }, context) })
